/** The official clients of both protocol eras, at a service over HTTP. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import type { App } from "../../src/processes/service.js";

interface Answer {
  content: { type: string; text: string; data?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface ListedTool {
  name: string;
  title: string;
  inputSchema: { properties: Record<string, Record<string, unknown>>; required?: string[] };
  outputSchema: object;
  annotations: object;
  icons: object[];
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** Clients of both eras, under one shape. */
export interface AnyClient {
  callTool(
    call: { name: string; arguments: object },
    options?: { onprogress?: ((progress: Progress) => void) | undefined; signal?: AbortSignal },
  ): Promise<Answer>;
  listTools(): Promise<{ tools: ListedTool[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(given: { uri: string }): Promise<{ contents: { text: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string; arguments: { name: string; required: boolean }[] }[] }>;
  getPrompt(given: { name: string; arguments: Record<string, string> }): Promise<{
    messages: { content: { text?: string } }[];
  }>;
  close(): Promise<void>;
}

export interface ProfileClient extends AnyClient {
  /** The JSON that is the text of an answer. The structured content is an object with the same. */
  ask<T = Record<string, unknown>>(name: string, args: object, onprogress?: (progress: Progress) => void): Promise<T>;
  /** The text of an error. */
  fail(name: string, args: object): Promise<string>;
}

export const ERAS = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof ERAS)[number];

/** Serves the app over HTTP while the tests of a file run. Gives what connects a client to a path, such as `/mcp?profile=codrag`. */
export function useClients(app: () => App): (era: Era, path: string) => Promise<ProfileClient> {
  let server: HttpServer;
  const open: AnyClient[] = [];
  beforeAll(async () => {
    server = await listen(app());
  });
  afterAll(async () => {
    await Promise.all(open.map((client) => client.close()));
    await server?.close();
  });
  return async (era, path) => {
    const client = await mcpClient(era, new URL(path, server.url));
    open.push(client);
    return Object.assign(client, {
      async ask<T>(name: string, args: object, onprogress?: (progress: Progress) => void) {
        const answer = await client.callTool({ name, arguments: args }, { onprogress });
        const { text } = answer.content[0]!;
        expect(answer.isError ?? false, text).toBe(false);
        expect(answer.content).toHaveLength(1);
        const json = JSON.parse(text) as T;
        expect(answer.structuredContent).toMatchObject(Array.isArray(json) ? { results: json } : (json as object));
        return json;
      },
      async fail(name: string, args: object) {
        const { isError, content, structuredContent } = await client.callTool({ name, arguments: args }, {});
        expect(isError, content[0]!.text).toBe(true);
        expect(structuredContent).toBeUndefined();
        return content[0]!.text;
      },
    });
  };
}

/** The official client of the newer era, connected. */
export async function modernClient(url: URL): Promise<Client> {
  const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(url));
  expect(client.getProtocolEra()).toBe("modern");
  return client;
}

/** The official client of the older era, connected. */
export async function legacyClient(url: URL): Promise<LegacyClient> {
  const client = new LegacyClient({ name: "test", version: "0" });
  await client.connect(new LegacyTransport(url) as Parameters<typeof client.connect>[0]);
  return client;
}

/** The official client of an era, connected, with the methods that both have. */
export async function mcpClient(era: Era, url: URL): Promise<AnyClient> {
  if (era === "2026-07-28") return (await modernClient(url)) as unknown as AnyClient;
  const client = await legacyClient(url);
  const { callTool } = client;
  return Object.assign(client, {
    callTool: (call: { name: string; arguments: object }, options?: object) =>
      callTool.call(client, call as never, undefined, options),
  }) as unknown as AnyClient;
}

/** The defaults that a tool's schema publishes, by parameter. */
export function defaultsOf({ inputSchema }: ListedTool): Record<string, unknown> {
  const fields = Object.entries(inputSchema.properties).filter(([, field]) => "default" in field);
  return Object.fromEntries(fields.map(([name, field]) => [name, field.default]));
}
