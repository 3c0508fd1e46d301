/** The official clients of both protocol eras against a real server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import { ERAS, mcpClient } from "../helpers/mcp.js";
import { tableHost } from "./table.js";

let server: HttpServer;
const logged: string[] = [];
beforeAll(async () => {
  server = await listen(tableHost({ log: (line) => logged.push(line) }));
});
afterAll(() => server.close());

describe.each(ERAS)("%s", (era) => {
  const connect = (path: string) => mcpClient(era, new URL(path, server.url));

  test("lists the tools in their order, with schemas, annotations and icons", async () => {
    const client = await connect("/mcp");
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["count_to", "read_long", "wait", "picture", "fail"]);
    for (const tool of tools) {
      expect(tool.outputSchema).toMatchObject({ type: "object" });
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.icons).toHaveLength(1);
    }
    await client.close();
  });

  test("an answer is words and structure, with the index block", async () => {
    const client = await connect("/mcp");
    const { content, structuredContent } = await client.callTool({ name: "count_to", arguments: { up_to: 2 } });
    expect(content[0]?.text).toMatch(/^1: the number 1/);
    expect(content[0]?.text).toContain("[index: alpha (worktree), generation 3; commit 0123456789");
    expect(structuredContent).toMatchObject({
      results: [{ number: 1 }, { number: 2 }],
      index: {
        project: "alpha",
        generation: 3,
        pending_changes: 2,
        missing: { vectors: "none: no embedder is configured" },
      },
    });
    await client.close();
  });

  test("?toolsets= chooses, and other tools do not exist then", async () => {
    const client = await connect("/mcp?toolsets=search,manage");
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["count_to", "wait", "fail"]);
    await expect(client.callTool({ name: "read_long", arguments: {} })).rejects.toThrow(/Unknown tool/);
    await client.close();
  });

  test("a project pinned by the URL", async () => {
    const client = await connect("/mcp/gamma");
    const { isError, content } = await client.callTool({ name: "count_to", arguments: { up_to: 1 } });
    expect(isError).toBe(true);
    expect(JSON.parse(content[0]!.text!).error).toMatchObject({ code: "project_not_found" });
    await client.close();
  });

  test("wrong input is an error that names the parameter", async () => {
    const client = await connect("/mcp");
    const { isError, content } = await client.callTool({ name: "count_to", arguments: { up_to: 1, limit: 9999 } });
    expect(isError).toBe(true);
    const { error } = JSON.parse(content[0]!.text!);
    expect(error).toMatchObject({ code: "invalid_parameter", context: { parameter: "limit" } });
    expect(error.message).toBe("limit: must be from 1 to 5000, not 9999");
    await client.close();
  });

  test("a fault of ours shows a number, and the log has the rest", async () => {
    const client = await connect("/mcp");
    const { content } = await client.callTool({ name: "fail", arguments: {} });
    const { error } = JSON.parse(content[0]!.text!);
    expect(error.code).toBe("internal");
    expect(content[0]!.text).not.toContain("secret");
    expect(logged.join("")).toContain(error.context.reference);
    expect(logged.join("")).toContain("select secret");
    await client.close();
  });

  test("progress, for who asks", async () => {
    const client = await connect("/mcp");
    const steps: number[] = [];
    const answer = await client.callTool(
      { name: "wait", arguments: { ms: 800 } },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    expect(answer.structuredContent).toEqual({ waited: 800 });
    // The last step may come in one piece with the answer, and be told after it.
    await expect.poll(() => steps).toEqual([1, 2, 3, 4]);
    await client.close();
  });

  test("a picture is image content, not text", async () => {
    const client = await connect("/mcp");
    const { content, structuredContent } = await client.callTool({ name: "picture", arguments: {} });
    const annotations = { audience: ["user", "assistant"], priority: 1 };
    expect(content[1]).toEqual({ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png", annotations });
    expect(structuredContent).not.toHaveProperty("data");
    await client.close();
  });
});
