/**
 * Stops the statement of a connection by the request that the protocol has for it (PostgreSQL's manual, "Canceling Requests in Progress"). A pooler
 * passes it on to the session that the connection has at the moment, which `pg_cancel_backend` cannot know.
 */
import "../../base/navigator.js";

import pg from "pg";

/** The numbers that a server gave a connection, by which its statements are cancelled. */
export interface CancelKey {
  processID?: number | null;
  secretKey?: number | null;
}

/** The parts of a client of pg that its types leave out. */
interface Unconnected {
  host: string;
  port: number;
  connection: NodeJS.EventEmitter & {
    connect(port: number, host: string): void;
    cancel(processID: number, secretKey: number): void;
    stream: { destroy(): void };
  };
}

/** How long the server has to take the request, in milliseconds. */
const PATIENCE = 5000;

/** Resolves when the server has taken the request, which it answers by closing the connection. */
export async function requestCancel(config: pg.ClientConfig, { processID, secretKey }: CancelKey): Promise<void> {
  if (!processID || !secretKey) return;
  const { connection, host, port } = new pg.Client(config) as unknown as Unconnected;
  const send = () => connection.cancel(processID, secretKey);
  const timer = setTimeout(() => connection.stream.destroy(), PATIENCE);
  try {
    await new Promise<void>((done, failed) => {
      // The one without TLS, the other with it.
      connection.once("connect", send).once("sslconnect", send);
      connection.once("error", failed).once("end", done);
      if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}` as unknown as number, "");
      else connection.connect(port, host);
    });
  } finally {
    clearTimeout(timer);
  }
}
