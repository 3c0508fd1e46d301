/** Sockets: what a server listens on, and how it ends. */
import type { Server } from "node:http";
import { Server as HttpsServer } from "node:https";
import { localUrl } from "../config.js";
import { CodeindexError } from "../errors.js";

const CLOSE_PATIENCE_MS = 3000;

export interface Listening {
  /** `http://127.0.0.1:8400`, with the port that was taken. */
  url: string;
  /** Lets requests that run end, for three seconds at most. */
  close(): Promise<void>;
}

/** Listens. `closing` ends what would hold connections open; `setting` is what a port that cannot be had is told by. */
export async function bind(
  server: Server,
  { address, port, setting }: { address: string; port: number; setting: string },
  closing: () => Promise<unknown> = async () => undefined,
): Promise<Listening> {
  try {
    await new Promise<void>((done, failed) => {
      server.once("error", (error: NodeJS.ErrnoException) => failed(listenError(error, port, setting)));
      server.listen(port, address.replace(/^\[|\]$/g, ""), done);
    });
  } catch (error) {
    await closing();
    throw error;
  }
  const bound = server.address();
  const boundPort = typeof bound === "object" && bound ? bound.port : port;
  return {
    url: localUrl(address, boundPort, server instanceof HttpsServer ? "https" : "http"),
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      await closing();
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
      await closed;
      clearTimeout(force);
    },
  };
}

function listenError(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  if (error.code === "EADDRINUSE")
    return new CodeindexError("configuration", `${setting}: port ${port} is in use.`, { port }, [
      `Stop what uses it, or choose another with ${setting} (0: any that is free).`,
    ]);
  if (error.code === "EACCES")
    return new CodeindexError("configuration", `${setting}: you may not listen on port ${port}.`, { port }, [
      "Choose a port above 1023.",
    ]);
  return error;
}
