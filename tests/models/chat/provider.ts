/** A server that answers as a provider does, well or badly. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  path: string;
  key: string | undefined;
  body: { model?: string; messages?: { role: string; content: string }[] };
}

export type Answer = (response: ServerResponse, asked: Asked, attempt: number) => void;

export const json = (response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

/** Answers of OpenAI's API. */
export const says =
  (content: string): Answer =>
  (response) =>
    json(response, { choices: [{ message: { role: "assistant", content } }] });

/** Runs `work` with the address of a provider that answers so. */
export async function withProvider(
  answer: Answer,
  work: (url: string, asked: Asked[]) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = "";
    for await (const part of request) text += part;
    const one = { path: request.url!, key: request.headers.authorization, body: JSON.parse(text || "{}") };
    asked.push(one);
    answer(response, one, asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
