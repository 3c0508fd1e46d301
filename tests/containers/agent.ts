/** An agent that asks an installation over MCP. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { eventually } from "./docker.js";

/** Where an installation is asked, and with which token; `fetch` is the way there. */
export interface Way {
  url: string;
  token: string;
  fetch?: typeof fetch;
}

/** Calls a tool, in a session of its own; throws where the answer is an error. */
export async function ask({ url, token, ...way }: Way, tool: string, input: object): Promise<Record<string, unknown>> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit, ...way }));
  try {
    const answer = await client.callTool({ name: tool, arguments: { ...input, detail: "full" } });
    if (answer.isError) throw new Error(JSON.stringify(answer.content));
    return answer.structuredContent as Record<string, unknown>;
  } finally {
    await client.close();
  }
}

export const namesOf = (answer: Record<string, unknown>): string[] =>
  (answer.results as { qualified_name: string }[]).map(({ qualified_name }) => qualified_name);

/** Resolves when the symbol is found; a name that is new in the repository shows that a change went all the way. */
export async function found(way: () => Way | Promise<Way>, projectId: string, name: string): Promise<void> {
  await eventually(
    async () => ask(await way(), "lookup_symbol", { project_id: projectId, qualified_name: name }),
    (answer) => namesOf(answer).includes(name),
  );
}
