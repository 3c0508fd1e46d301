/** trace between two symbols: each kind of step, and what a way says of itself. */
import { describe, expect, test } from "vitest";
import { brief } from "../../src/format/brief.js";
import trace from "../../src/tools/trace.js";
import { fileId } from "../graph/fixture.js";
import { errorOf } from "../graph/run-tool.js";
import { chainsOf, useWays } from "./ways.js";

const { sample, traced } = useWays();

describe("a way", () => {
  test.each([
    { by: "calls", from: "cleanUp", to: "close", want: "cleanUp closeFn", relations: "calls" },
    {
      by: "a callback that is passed on",
      from: "boot",
      to: "close",
      want: "boot cleanUp closeFn",
      relations: "references calls",
    },
    {
      by: "a function in an object",
      from: "boot",
      to: "loadAll",
      want: "boot handlers handlersLoad loadAll",
      relations: "references holds references",
    },
    {
      by: "what implements an interface",
      from: "listUsers",
      to: "query",
      want: "listUsers repoFind sqlFind query",
      relations: "calls overridden calls",
    },
    {
      by: "a constructor",
      from: "makeRepo",
      to: "connect",
      want: "makeRepo sqlRepo sqlCtor connect",
      relations: "calls makes calls",
    },
    {
      by: "a field that is set where it is declared",
      from: "makePool",
      to: "open",
      want: "makePool pool openFn",
      relations: "calls calls",
    },
    {
      by: "a function that is kept in a field",
      from: "Store.save",
      to: "write",
      want: "save onChange flush write",
      relations: "calls sets calls",
    },
    {
      by: "code at the top level of a file",
      from: "src/app.ts",
      to: "Repo",
      want: `${fileId("src/app.ts")} listUsers repoFind`,
      relations: "calls calls",
    },
    { by: "one of several of a name", from: "guess", to: "send", want: "guess send", relations: "calls" },
    {
      by: "a field of a class whose constructor is called",
      from: "makeBox",
      to: "fill",
      want: "makeBox boxCtor fill",
      relations: "calls calls",
    },
    {
      by: "a base class, which is made with the derived one",
      from: "makeBig",
      to: "open",
      want: "makeBig bigPool pool openFn",
      relations: "calls inherits calls",
    },
    {
      by: "a message that one makes and nothing but its type tells who takes it",
      from: "publish",
      to: "Mailer.handle",
      want: "publish handle",
      relations: "message",
    },
    {
      by: "a class that is given away",
      from: "boot",
      to: "Audit.invoke",
      want: "boot auditInvoke",
      relations: "given",
    },
  ])("by $by", async ({ from, to, want, relations }) => {
    const { output } = await traced({ from, to });
    expect(chainsOf(output)[0]).toBe(want);
    expect(output.ways![0]!.steps.map(({ relation }) => relation).join(" ")).toBe(relations);
  });

  test("has the file, line and code of each step, and what is in doubt", async () => {
    const { text } = await traced({ from: "listUsers", to: "query" });
    expect(text.split("\n")).toEqual([
      "listUsers → Repo.find → SqlRepo.find → query: 3 steps, certain",
      "src/users.ts:2  calls Repo.find",
      "    return repo.find(c.id)",
      "src/users.ts:7  is overridden by SqlRepo.find",
      "    find(id) { return query(id) }",
      "src/users.ts:7  calls query",
      "    find(id) { return query(id) }",
    ]);
    const passed = await traced({ from: "boot", to: "close" });
    expect(passed.text.split("\n").slice(0, 2)).toEqual([
      "boot → cleanUp → close: 2 steps, certain, if what gets cleanUp runs it",
      "src/app.ts:5  passes on or keeps cleanUp",
    ]);
    const guessed = await traced({ from: "guess", to: "send" });
    expect(guessed.text).toContain("guess → send: 1 step, maybe");
    expect(guessed.text).toContain("(maybe: others have that name)");
    expect((await traced({ from: "guess", to: "write" })).text).toContain("(likely: the only one of that name)");
  });

  test("between places and node_ids", async () => {
    const { output } = await traced({ from: "src/store.ts:3", to: "flush" });
    expect(chainsOf(output)).toEqual(["save onChange flush"]);
  });

  test("of no doubt where that is asked for", async () => {
    const { output } = await traced({ from: "guess", to: "send", min_confidence: "import" });
    expect(output.ways).toEqual([]);
  });

  test("from what a symbol of a test calls goes through tests", async () => {
    expect(chainsOf((await traced({ from: "helper", to: "write" })).output)).toEqual([
      "helper save onChange flush write",
    ]);
  });

  test("from a class to a member of its own begins at the others", async () => {
    expect(chainsOf((await traced({ from: "Store", to: "Store.onChange" })).output)).toEqual(["save onChange"]);
  });

  test("to what is named after a module", async () => {
    const { output } = await traced({ from: "guess", to: "../mail.Variables" });
    expect(output.to).toMatchObject([{ node_id: "variables" }]);
  });

  test("with direction in is the way back", async () => {
    expect(chainsOf((await traced({ from: "write", to: "flush", direction: "in" })).output)).toEqual(["flush write"]);
  });

  test("in brief is its chain and its lines", async () => {
    const { output } = await traced({ from: "cleanUp", to: "close" });
    const short = trace.brief ? trace.brief(output) : {};
    expect(brief(short)).toMatchObject({
      ways: [{ way: "cleanUp → close", steps: [{ at: "src/app.ts:9", text: "function cleanUp() { close() }" }] }],
    });
    expect(brief(short)).not.toHaveProperty("nodes");
  });
});

describe("parameters", () => {
  test.each([{ query: "cleanUp" }, { node_id: "cleanUp" }])("%j is from", async (old) => {
    expect(chainsOf((await traced({ ...old, to: "close" })).output)).toEqual(["cleanUp closeFn"]);
  });

  test.each([
    { args: {}, code: "invalid_parameter" },
    { args: { from: " " }, code: "invalid_parameter" },
    { args: { from: "nobodyIsCalledThis", to: "query" }, code: "not_found" },
    { args: { from: "query", to: "src/none.ts:3" }, code: "not_found" },
    { args: { from: "query", to: "write", hops: 21 }, code: "invalid_parameter" },
  ])("$args: $code", async ({ args, code }) => {
    expect((await errorOf((async () => traced(args))())).code).toBe(code);
  });

  test("a call that is cancelled ends", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    const call = trace.run({ from: "listUsers", to: "query", include_external: false, max_nodes: 25, max_edges: 50 }, {
      ...sample,
      signal: gone,
    } as never);
    await expect(call).rejects.toThrow("gone");
  });
});
