/** codebase_retrieval over a real index: what it joins, what it leaves out, and the callers beside a result. */
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import codebaseRetrieval from "../../src/tools/codebase-retrieval.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { askTool, SHOP } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

const filler = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `  audit.push("${name} step ${index} of the long audit");`).join("\n");

const FILES = {
  "src/session.ts": `import { randomBytes } from "node:crypto";
import { signature, verify } from "./sign";
import type { Session, SessionStore } from "./types";

const audit: string[] = [];

/** Renews a session that is about to expire. */
export function renewSession(session: string): string {
  if (!verify(session)) throw new Error("expired session");
${filler("renew", 20)}
  return signature(session) + randomBytes(4);
}

/** Ends a session before it expires. */
export function endSession(session: string): void {
${filler("end", 20)}
  renewSession(session);
}
`,
  "src/sign.ts": `export function signature(text: string): string {
  return text;
}

export function verify(text: string): boolean {
  return signature(text) !== "";
}
`,
  "src/index.ts": dedent`
    export { endSession, renewSession } from "./session";
    export * from "./types";
  `,
  "src/types.ts": 'export type SessionState = "open" | "expired" | "renewed";\n',
  "src/login.ts": `import { renewSession } from "./session";

export function login(user: string): string {
  return renewSession(user);
}
`,
  "src/session.test.ts": `import { renewSession } from "./session";

it("renews", () => {
  renewSession("a");
  renewSession("b");
});
`,
  "src/ITill.cs": dedent`
    namespace Shop;

    public interface ITill
    {
        void Refund(int cents);
    }
  `,
  "src/Till.cs": `using System;

namespace Shop;

public class Till : ITill
{
    public void Refund(int cents)
    {
        Console.WriteLine("refunds a bill in cents");
    }
}
`,
  "src/Desk.cs": `namespace Shop;

public class Desk(ITill till)
{
    public void GiveBack() => till.Refund(3);
}
`,
};

const call = useProject(FILES);

interface Result {
  at?: string;
  file: string;
  lines: string;
  content: string;
  form: string;
  reason: string;
  called_by?: string;
  used_by?: string;
  calls?: string;
}

async function ask(args: object, detail: "full" | "brief" = "full") {
  const { structured, text, isError } = await call("codebase_retrieval", args, {
    detail,
    isFirstAnswer: () => true,
  });
  if (isError) throw new Error(text);
  return { ...(structured as unknown as { results: Result[]; bare: number; further: string[] }), text };
}

test("the best say who calls them and whom they call, files of tests once", async () => {
  const { results, text } = await ask({ query: "how is a session renewed before it expires" });
  const [best] = results;
  expect(best).toMatchObject({ file: "src/session.ts", reason: expect.stringMatching(/^declares renewSession/) });
  expect(best!.called_by).toBe("endSession :55, login src/login.ts:4, src/session.test.ts:4,5");
  expect(best!.calls).toMatch(/verify src\/sign.ts:5, signature src\/sign.ts:1/);
  expect(text).toContain(`called by: ${best!.called_by}\ncalls: ${best!.calls}`);
});

test("a call through an interface is told as likely", async () => {
  const { results } = await ask({ query: "refund a bill in cents" });
  const till = results.find(({ content }) => content.includes("Console.WriteLine"))!;
  expect(till.called_by).toBe("likely Desk.GiveBack src/Desk.cs:5 (Refund)");
});

test("imports, re-exports and unions of types are left out, and a line says so", async () => {
  const { results, bare, text } = await ask({ query: "where does a session expire", top_k: 50 });
  expect(results.map(({ file }) => file)).not.toContain("src/index.ts");
  expect(results.map(({ content }) => content).join("\n")).not.toContain("SessionState");
  expect(bare).toBeGreaterThan(1);
  expect(text).toContain(`Left out: ${bare} pieces of imports or type unions alone; search_text finds these.`);
  const named = await ask({ query: "SessionState" });
  expect(named.results[0]).toMatchObject({ file: "src/types.ts", reason: expect.stringContaining("SessionState") });
});

test("files that no passage is of are named, within the budget", async () => {
  const query = "how is a session renewed before it expires";
  const { results, further, text } = await ask({ query, top_k: 1 });
  expect(results.map(({ file }) => file)).toEqual(["src/session.ts"]);
  expect(further).toContain("src/login.ts:1-5 login");
  expect(further.join()).not.toContain("src/session.ts");
  expect(text).toContain(`\nFurther files: ${further.join("; ")}\n`);
  const short = await ask({ query, top_k: 1, max_tokens: 300 });
  expect(estimateTokens(`Further files: ${short.further.join("; ")}`)).toBeLessThan(36);
});

test("cut passages are told, with how to get them, in at most the tokens that were asked for", async () => {
  for (const max_tokens of [250, 400, 800, 1500, 4000]) {
    const { results, text } = await ask({ query: "audit of a session that expires", max_tokens });
    expect(estimateTokens(text)).toBeLessThanOrEqual(max_tokens);
    const cut = results.filter(({ form }) => form !== "whole").length;
    if (cut > 0) expect(text).toContain(`Not shown whole: ${cut}; get_source reads their places, many in one call`);
  }
  const { results } = await ask({ query: "audit of a session that expires", max_tokens: 400 });
  expect(results[0]!.form).not.toBe("whole");
});

test("the brief form has the same pieces, and no form of what is whole", async () => {
  const query = "how is a session renewed before it expires";
  const [full, brief] = [await ask({ query }), await ask({ query }, "brief")];
  expect(brief.results.map(({ at }) => at)).toEqual(full.results.map(({ file, lines }) => `${file}:${lines}`));
  for (const [at, { form }] of full.results.entries())
    expect(brief.results[at]!.form).toBe(form === "whole" ? undefined : form);
});

describeStores("codebase_retrieval on a small repository", (store) => {
  test("codebase_retrieval says why each piece fits, and names the project and no path outside it", async () => {
    const { output, text } = await askTool(store(), codebaseRetrieval, { query: "how is an expired token rotated" });
    expect(output.results[0]).toMatchObject({ file: "src/token.ts", lines: "1-7" });
    expect(output.results[0]!.content).toContain("return sign(token);");
    expect(output.results[0]!.reason).toBe("declares rotateToken; calls isExpired");
    expect(output.results[0]!.score).toBeGreaterThan(output.results[1]!.score);
    expect(output.metadata).toMatchObject({ workspace: "shop", totalResults: 2 });
    expect(Number.isNaN(Date.parse(output.metadata.lastIndexed!))).toBe(false);
    expect(text).toContain(`src/token.ts:1-7 (${output.results[0]!.score}) declares rotateToken`);
    expect(text).not.toContain("secret");
  });

  test("codebase_retrieval writes its answer as JSON on demand", async () => {
    const { output, text } = await askTool(store(), codebaseRetrieval, { query: "sign a token", format: "json" });
    expect(JSON.parse(text)).toEqual(output);
  });

  test("codebase_retrieval shows copies once, and says where they are", async () => {
    const files = { ...SHOP, "old/token.ts": SHOP["src/token.ts"] };
    const { output } = await askTool(
      store(),
      codebaseRetrieval,
      { query: "how is an expired token rotated" },
      { files },
    );
    const shown = output.results.filter(({ content }) => content.includes("rotateToken"));
    expect(shown).toHaveLength(1);
    expect(shown[0]!.reason).toMatch(/; the same in (src|old)\/token\.ts:1-7$/);
  });

  test.each([
    ["a", "words: a"],
    ["?! (){}[]", "The query has no words to search for; search_text finds punctuation."],
    ['AND OR NOT NEAR/3 "', "Not found anywhere: NEAR, 3."],
    ["x".repeat(1000), "Not found anywhere"],
    ["the of and", "words: of"],
    [
      "The token is not rotated\n- [x] I have searched\n\nWhen a session of a user expires while the page is still open, the old token stays in the store.",
      "Read as a report: 2 lines looked for; forms, logs and repeats left out (1).",
    ],
  ])("codebase_retrieval takes %j", async (query, want) => {
    expect((await askTool(store(), codebaseRetrieval, { query })).text).toContain(want);
  });

  test.each([{ query: "" }, { query: "x".repeat(20_001) }, { query: "a", top_k: 51 }, { query: "a", top_k: 0 }, {}])(
    "codebase_retrieval refuses %j",
    (args) => {
      expect(() => checkInput(codebaseRetrieval as never, args)).toThrow(/^(query|top_k): /);
    },
  );
});
