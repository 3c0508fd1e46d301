/**
 * A stream of server-sent events, kept open by comments, and ended when its reader stops reading.
 *
 * The format is one line of this file. The limit on unread bytes and the header against buffering proxies are the rest of it, and sessions, which better-sse
 * brings, belong to MCP here.
 */
import type { Response } from "express";

/** How often a silent stream gets a comment, in milliseconds. */
const KEEP_ALIVE = 15_000;
/** The most bytes that a reader may leave unread. */
const MOST_UNREAD = 4_000_000;

export interface Sse {
  /** Sends an event; does nothing once the stream has ended. */
  send(data: string, about?: { id?: string; event?: string; retry?: number }): void;
  end(): void;
}

/** Begins a stream of server-sent events as the answer to a request. */
export function createSse(response: Response): Sse {
  response.status(200).set({
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache, no-transform",
    // Proxies such as nginx buffer streams without it.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MOST_UNREAD) response.destroy();
  };
  const keepAlive = setInterval(() => write(": keepalive\n\n"), KEEP_ALIVE);
  response.on("close", () => clearInterval(keepAlive));
  return {
    send(data, { id, event = "message", retry } = {}) {
      write(
        `${id === undefined ? "" : `id: ${id}\n`}${retry === undefined ? "" : `retry: ${retry}\n`}event: ${event}\ndata: ${data}\n\n`,
      );
    },
    end() {
      clearInterval(keepAlive);
      response.end();
    },
  };
}
