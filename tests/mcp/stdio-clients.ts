/** The official clients of both eras over `codeindex mcp`, and messages as they send them. */
import { existsSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect } from "vitest";
import { BIN } from "./bridge.js";

/** Whether there is a build, whose command line these tests start. */
export const isBuilt = existsSync(new URL("../../dist/bundle/cli.js", import.meta.url));

/** Methods of both clients, under one shape. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    options?: { onprogress?: (progress: { progress: number }) => void; signal?: AbortSignal },
  ): Promise<{ content: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean }>;
  close(): Promise<void>;
}

/** The user's answer when a form is shown. */
type Choose = () => { action: "accept"; content: Record<string, string> };

export const ERAS = [
  {
    era: "2026-07-28",
    async connect(args: string[], choose?: Choose, era = "modern"): Promise<AnyClient> {
      const capabilities = choose ? { elicitation: {} } : {};
      const client = new Client({ name: "test", version: "0" }, { capabilities, versionNegotiation: { mode: "auto" } });
      if (choose) client.setRequestHandler("elicitation/create", choose);
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [BIN, "mcp", ...args] }));
      expect(client.getProtocolEra()).toBe(era);
      return client as unknown as AnyClient;
    },
  },
  {
    era: "2025-11-25",
    async connect(args: string[], choose?: Choose): Promise<AnyClient> {
      const client = new LegacyClient(
        { name: "test", version: "0" },
        { capabilities: choose ? { elicitation: {} } : {} },
      );
      if (choose) client.setRequestHandler(ElicitRequestSchema, choose);
      const transport = new LegacyTransport({ command: process.execPath, args: [BIN, "mcp", ...args] });
      await client.connect(transport as Parameters<typeof client.connect>[0]);
      return {
        listTools: () => client.listTools(),
        callTool: (call, options) => client.callTool(call, undefined, options) as ReturnType<AnyClient["callTool"]>,
        close: () => client.close(),
      };
    },
  },
];

export const call = (id: string | number, name = "x", meta: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: {}, _meta: meta },
});
export const MODERN = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
