/** Reads lines of bounded length from a stream, as JSON-RPC messages come over stdin. */
import type { Readable } from "node:stream";

const NEWLINE = 10;

/** Yields each line without its end, the last one included; null for one longer than `limit` bytes, which is skipped and not kept. */
export async function* readLines(stream: Readable, limit: number): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield take();

  function keep(part: Buffer): void {
    length += part.length;
    if (length > limit) parts = [];
    else parts.push(part);
  }

  function take(): string | null {
    const line = length > limit ? null : Buffer.concat(parts).toString("utf8").replace(/\r$/, "");
    parts = [];
    length = 0;
    return line;
  }
}
