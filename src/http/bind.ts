/** Sockets: binding the address of a server, and closing it. */
import type { Server } from "node:http";
import { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import { CodeindexError } from "../base/errors.js";
import { localUrl } from "../config/config.js";

const CLOSE_PATIENCE_MS = 3000;

const NO_ADDRESS = new Set<string | undefined>(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);

export interface Listening {
  /** `http://127.0.0.1:8400`, with the bound port. */
  url: string;
  /** Lets running requests end, for at most three seconds. */
  close(): Promise<void>;
}

/** Reads the address of a connection early: Node forgets it when the client hangs up, and rows of the audit log need it. */
function rememberAddresses(server: Server): void {
  for (const event of ["connection", "secureConnection"])
    server.on(event, (socket: Socket) => void socket.remoteAddress);
}

/** Makes the server and listens. `closing` ends streams that would hold connections open; `setting` names the port's setting in errors. */
export async function bind(
  makeServer: () => Server,
  { address, port, setting }: { address: string; port: number; setting: string },
  closing: () => Promise<unknown> = async () => undefined,
): Promise<Listening> {
  let server: Server;
  try {
    server = makeServer();
    rememberAddresses(server);
    await new Promise<void>((done, failed) => {
      server.once("error", (error) => failed(listenError(error, { address, port, setting })));
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

function listenError(
  error: NodeJS.ErrnoException,
  { address, port, setting }: { address: string; port: number; setting: string },
): Error {
  if (NO_ADDRESS.has(error.code))
    return new CodeindexError("configuration", `--host: ${address} is not an address of this machine.`, {}, [
      "Choose one that it has, such as 127.0.0.1; 0.0.0.0 is all of them.",
    ]);
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
