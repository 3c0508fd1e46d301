/** A provider of vectors on a local port, which answers as it is told to. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  path: string;
  authorization: string | undefined;
  body: { model: string; input: string[]; dimensions?: number };
}

/** Fate of a request; undefined: it is answered right. */
export type Reply = (asked: Asked, response: ServerResponse) => unknown;

export interface ProviderServer {
  url: string;
  asked: Asked[];
  /** Each text that was answered with a vector, as often as it was. */
  spent: string[];
  /** How the next requests are answered. */
  reply: Reply | undefined;
  /** The vector of a text. */
  vectorOf(text: string): number[];
  close(): Promise<void>;
}

/** Starts it. It speaks both Ollama's language and OpenAI's. */
export async function startProvider(dimensions = 8): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    provider.asked.push(asked);
    await provider.reply?.(asked, response);
    if (response.headersSent || response.destroyed || response.writableEnded) return;
    const { input } = asked.body;
    if (!input) return void response.end(JSON.stringify({ version: "0.9.0" }));
    provider.spent.push(...input);
    answer(response, asked.path, input.map(provider.vectorOf));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const provider: ProviderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    spent: [],
    reply: undefined,
    vectorOf: (text) => vectorOf(text, dimensions),
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return provider;
}

/** Answers with these rows, as the API at the path does. */
export function answer(response: ServerResponse, path: string, rows: unknown[]): void {
  const body = path.endsWith("/embeddings")
    ? { object: "list", data: rows.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse() }
    : { embeddings: rows };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}

/** Answers with a status and a body. */
export const fail =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_asked, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

/** Texts with the same words have like vectors: each word counts in the dimension of its length. */
export function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.01);
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    const at = [...word].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 7) % dimensions;
    vector[at]! += 1;
  }
  return vector;
}

async function read(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString("utf8");
  return {
    path: request.url ?? "",
    authorization: request.headers.authorization,
    body: text === "" ? {} : JSON.parse(text),
  };
}
