/** The command `impact` asks a real service about a repository with two commits. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addImpactCommand } from "../../src/cli/impact.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { useSharedApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { commitAll, git, makeRepository } from "../helpers/git.js";

const CART = { "src/cart.ts": 'import { gross } from "./price";\nexport const total = gross(1);\n' };
const BEFORE = {
  "src/price.ts": dedent`
  export function gross(net: number) {
    return net * 1.2;
  }
`,
  ...CART,
};
const AFTER = {
  "src/price.ts": dedent`
    export function gross(net: number, rate: number) {
      return net * rate;
    }
  `,
  ...CART,
};

const app = useSharedApp(AFTER);
let server: HttpServer;
let root: string;
beforeAll(async () => {
  server = await listen(app());
  root = (await app().projects())[0]?.root ?? "";
  writeFiles(root, BEFORE);
  makeRepository(root);
  writeFiles(root, AFTER);
  commitAll(root, "the rate is given");
});
afterAll(() => server.close());

/** Runs the command; gives its exit code and what it printed. */
async function run(...words: string[]): Promise<{ code: unknown; text: string }> {
  const printed: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((text: string) => printed.push(text) > 0) as typeof process.stdout.write;
  try {
    const program = new Command().exitOverride();
    addImpactCommand(program);
    await program.parseAsync(["node", "codeindex", "impact", ...words, "--url", server.url]);
    return { code: process.exitCode, text: printed.join("") };
  } finally {
    process.stdout.write = write;
    process.exitCode = 0;
  }
}

test("a range whose change breaks a call ends with 2, unless that is never to fail", async () => {
  const { code, text } = await run("HEAD~1..HEAD");
  expect(code).toBe(2);
  expect(text).toContain("src/cart.ts:2  gross(net: number) → (net: number, rate: number)");
  expect((await run("HEAD~1", "--fail-on", "never")).code).toBe(0);
});

test("the file of a diff, as SARIF, Markdown and JSON", async () => {
  const file = join(temporaryFolder({}), "change.diff");
  writeFileSync(file, `${git(root, "diff", "HEAD~1", "HEAD")}\n`);
  const sarif = JSON.parse((await run(file, "--format", "sarif")).text);
  expect(sarif).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        results: [
          {
            ruleId: "will-not-compile",
            level: "error",
            locations: [{ physicalLocation: { artifactLocation: { uri: "src/cart.ts" }, region: { startLine: 2 } } }],
          },
        ],
      },
    ],
  });
  const { text } = await run(file, "--format", "markdown");
  expect(text).toContain("### Impact: 1 place in 1 file will not compile");
  expect(text).toContain("| `src/cart.ts:2` | will not |");
  expect(JSON.parse((await run(file, "--format", "json")).text).summary.changes).toEqual({ signature: 1 });
});

test("nothing staged breaks nothing; no change, and two at once, are refused", async () => {
  expect(await run("--staged")).toMatchObject({ code: 0, text: expect.stringContaining("changes no declaration") });
  await expect(run()).rejects.toThrow(/^change: is missing/);
  await expect(run("HEAD~1", "--staged")).rejects.toThrow(/exclude each other/);
});

test("a file beyond what is looked at is refused before it is sent", async () => {
  const file = join(temporaryFolder({}), "large.diff");
  writeFileSync(file, Buffer.alloc(50_000_000, "+"));
  await expect(run(file)).rejects.toMatchObject({ code: "too_large" });
});
