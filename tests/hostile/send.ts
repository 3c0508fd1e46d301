/** Requests as they go out, and what comes back. */
import { Agent, type IncomingMessage, request } from "node:http";

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** The caller whose token it carries. */
  who: string;
}

export interface Reply {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Streams have no end: what they say at first is looked at. Milliseconds. */
const STREAM_PATIENCE = 30;

/** Without a byte for this long, a request is never answered. Calls that may last say so with a stream after 15 s. */
const HANGS = 45_000;

/** Sends a request, and gives the answer; of a stream its beginning. */
export function send(url: string, message: Omit<Sent, "who">): Promise<Reply> {
  const { method, path, headers, body } = message;
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
      let text = "";
      const end = () => done({ status: answer.statusCode!, headers: answer.headers, text });
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", end).on("error", end);
      if (String(answer.headers["content-type"]).startsWith("text/event-stream"))
        setTimeout(() => {
          end();
          answer.destroy();
        }, STREAM_PATIENCE);
    });
    // The service closes a connection whose request it did not read to its end; the next one may be on its way on it already.
    sent.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" && sent.reusedSocket ? done(send(url, message)) : failed(error),
    );
    sent.setTimeout(HANGS, () => sent.destroy(new Error(`no answer within ${HANGS / 1000} s`)));
    sent.end(body ?? undefined);
  });
}
