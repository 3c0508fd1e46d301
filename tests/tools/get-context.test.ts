/** get_context over a real index: what stands around a piece in its file and in the graph. */
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import getContext from "../../src/tools/get-context.js";
import { useProject } from "../helpers/app.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

const filler = Array.from({ length: 40 }, (_, index) => `    this.log.push("step ${index} of the audit");`).join("\n");
const FILES = {
  "src/session.ts": `import { randomBytes } from "node:crypto";
import {
  signature,
  verify,
} from "./sign";

export class SessionStore {
  log: string[] = [];

  audit(): void {
${filler}
  }

  /** Renews what expires. */
  renew(session: string): string {
    if (!verify(session)) throw new Error("expired session");
    const renewed = session + "renewed session";
    this.audit();
    return renewed;
  }
}
`,
  "src/sign.ts": `export function signature(text: string): string {
  return text;
}
export function verify(text: string): boolean {
  return signature(text) !== "";
}
`,
};

const call = useProject(FILES);

interface Context {
  context: string;
  chunks: { source_path: string; relation: string | null; form: string; text?: string }[];
}

async function ask(args: object): Promise<Context & { words: string }> {
  const { structured, text, isError } = await call("get_context", args);
  if (isError) throw new Error(text);
  return { ...(structured as unknown as Context), words: text };
}

test("a method comes with the head of its class and the imports that it uses", async () => {
  const { context } = await ask({ query: "renew an expired session", k: 1 });
  expect(context).toMatch(
    /^src\/session\.ts:\d+-\d+\nimport \{ verify \} from "\.\/sign";\nexport class SessionStore \{\n {2}\/\*\* Renews/,
  );
  expect(context).not.toContain("randomBytes");
});

test("neighbours in the graph are added with how they are related", async () => {
  const { chunks, context } = await ask({
    query: "renew an expired session",
    k: 1,
    min_score: 0.5,
    structured: true,
    trace_expand: { direction: "out" },
  });
  const relations = chunks.flatMap(({ relation, source_path }) => (relation ? [`${source_path} ${relation}`] : []));
  expect(relations).toContain("src/sign.ts called by renew");
  expect(context).toContain("; called by renew\nexport function verify(text: string): boolean {");
});

test("no answer is longer than max_tokens, and pieces are told twice only where there is room", async () => {
  for (const max_tokens of [200, 300, 600, 2000]) {
    const { words } = await ask({ query: "session signature", structured: true, max_tokens });
    expect(estimateTokens(words)).toBeLessThanOrEqual(max_tokens);
  }
  const wide = await ask({ query: "renew session", structured: true, max_tokens: 4000, k: 1 });
  expect(wide.context).toContain(wide.chunks[0]!.text);
});

describeStores("get_context on a small repository", (store) => {
  test("get_context packs code with its imports, and the next call leaves out what was shown", async () => {
    const { output, text } = await askTool(store(), getContext, { query: "rotate an expired token", structured: true });
    expect(output.context).toMatch(/^src\/token\.ts:1-7\nimport \{ sign \} from/);
    expect(output.chunks![0]).toMatchObject({ source_path: "src/token.ts", form: "whole", relation: null });
    expect(output.total_chars).toBe(output.context.length);
    expect(text).toContain(`seen: ${output.seen}`);
    const again = await askTool(store(), getContext, { query: "rotate an expired token", seen: output.seen });
    expect(again.output).toMatchObject({ context: "", known: output.chunks!.length, seen: output.seen });
    expect(again.text).toContain("Nothing new found");
    await expect(askTool(store(), getContext, { query: "token", seen: "no" })).rejects.toThrow(/^seen: /);
  });

  test("get_context keeps to the length that is asked for", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `src/token${index}.ts`,
        `export function token${index}(): string {\n${`  read("token ${index}");\n`.repeat(20)}}\n`,
      ]),
    );
    for (const max_chars of [200, 1000, 5000]) {
      const { output } = await askTool(store(), getContext, { query: "read token", max_chars, k: 50 }, { files });
      expect(output.context.length).toBeLessThanOrEqual(max_chars);
      expect(output.context).toContain("src/token");
    }
  });
});
