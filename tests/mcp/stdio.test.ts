/** `codeindex mcp` as a process: the official clients of both eras through it to a service. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import { startBridge } from "./bridge.js";
import { call, ERAS, isBuilt } from "./stdio-clients.js";
import { ALPHA, BETA, tableHost } from "./table.js";

describe.runIf(isBuilt)("a bridge to a service", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await listen(tableHost({ projects: [ALPHA, BETA] }));
  });
  afterAll(() => server.close());

  describe.each(ERAS)("$era", ({ connect }) => {
    test("tools, answers and errors are the service's", async () => {
      const client = await connect(["--url", server.url, "--project", "alpha", "--toolsets", "search,manage"]);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["count_to", "wait", "fail"]);
      const { structuredContent } = await client.callTool({ name: "count_to", arguments: { up_to: 2 } });
      expect(structuredContent).toMatchObject({ results: [{ number: 1 }, { number: 2 }], index: { project: "alpha" } });
      const { isError } = await client.callTool({ name: "count_to", arguments: { up_to: 1, limit: 9999 } });
      expect(isError).toBe(true);
      await expect(client.callTool({ name: "read_long", arguments: {} })).rejects.toThrow(/Unknown tool/);
      await client.close();
    });

    test("--profile offers the tools of a specification", async () => {
      const client = await connect(["--url", server.url, "--project", "alpha", "--profile", "context-engine"]);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["codebase_retrieval"]);
      const { content } = await client.callTool({ name: "codebase_retrieval", arguments: { query: "" } });
      expect(content).toEqual([{ type: "text", text: "Invalid query parameter: must be a non-empty string" }]);
      await client.close();
    });

    test("progress, and a call that is cancelled while others go on", async () => {
      const client = await connect(["--url", server.url]);
      const steps: number[] = [];
      const stop = new AbortController();
      const cancelled = client.callTool({ name: "wait", arguments: { ms: 60_000 } }, { signal: stop.signal });
      const waited = await client.callTool(
        { name: "wait", arguments: { ms: 800 } },
        { onprogress: ({ progress }) => steps.push(progress) },
      );
      stop.abort();
      await expect(cancelled).rejects.toThrow();
      expect(waited.structuredContent).toEqual({ waited: 800 });
      // The last one comes with the answer, which this client may take first.
      expect(steps.slice(0, 3)).toEqual([1, 2, 3]);
      await client.close();
    });
  });

  test.each(ERAS)(
    "$era: the service asks which project is meant, and the client's user says it",
    async ({ connect }) => {
      const client = await connect(["--url", server.url], () => ({ action: "accept", content: { project: "beta" } }));
      const { structuredContent } = await client.callTool({ name: "count_to", arguments: { up_to: 1 } });
      expect(structuredContent).toMatchObject({ index: { project: "beta" } });
      await client.close();
    },
  );

  test("--auto: the working folder's project, as the service sees it", async () => {
    const bridge = startBridge(["--url", server.url, "--auto", "--repo", "/srv/beta/src/deep"]);
    bridge.send(call(1, "count_to"));
    bridge.send({ ...call(2), params: { name: "count_to", arguments: { up_to: 1 } } });
    expect((await bridge.answer(2)).result).toMatchObject({ structuredContent: { index: { project: "beta" } } });
  });
});

describe.runIf(isBuilt)("--auto in a folder of no project", () => {
  test("is answered about no other project, though there is only one, and about one that is named", async () => {
    const server = await listen(tableHost({ projects: [ALPHA] }));
    onTestFinished(() => server.close());
    const bridge = startBridge(["--url", server.url, "--auto", "--repo", "/srv/elsewhere"]);
    const ask = (id: number, args: object) =>
      bridge.send({ ...call(id), params: { name: "count_to", arguments: { up_to: 1, ...args } } });
    ask(1, {});
    const { result } = await bridge.answer(1);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("project_not_found");
    expect(JSON.stringify(result)).toContain("codeindex project add");
    ask(2, { project_id: "alpha" });
    expect((await bridge.answer(2)).result).toMatchObject({ structuredContent: { index: { project: "alpha" } } });
  });

  test("is answered as soon as it belongs to one", async () => {
    const projects = [ALPHA];
    const server = await listen({ ...tableHost(), projects: async () => projects });
    onTestFinished(() => server.close());
    const bridge = startBridge(["--url", server.url, "--auto", "--repo", "/srv/beta"]);
    let id = 0;
    const ask = async () => {
      bridge.send({ ...call(++id), params: { name: "count_to", arguments: { up_to: 1 } } });
      return (await bridge.answer(id)).result;
    };
    expect(await ask()).toMatchObject({ isError: true });
    projects.push(BETA);
    await expect.poll(ask, { timeout: 5000 }).toMatchObject({ structuredContent: { index: { project: "beta" } } });
  });
});
