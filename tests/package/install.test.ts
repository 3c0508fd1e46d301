/**
 * The package as the registry would serve it: packed, installed into an empty folder, and asked about a small repository. `npm run test:package` runs it
 * on what `npm run build` has built; it asks the registry. CODEINDEX_TEST_NODES names further programs of Node to run it with, separated by colons.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { until } from "../helpers/until.js";

const PROJECT = join(import.meta.dirname, "../..");
const MOST_BYTES = 30_000_000;
const PATIENCE_MS = 15 * 60_000;
const NODES = [process.execPath, ...(process.env.CODEINDEX_TEST_NODES ?? "").split(":").filter((path) => path !== "")];

const run = (command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

test("the packed file installs without a compiler, and its command indexes a repository and answers", {
  timeout: PATIENCE_MS,
}, async () => {
  const packed = join(PROJECT, run(process.execPath, ["scripts/package.js"], PROJECT).trim());
  expect(statSync(packed).size).toBeLessThan(MOST_BYTES);
  const folder = temporaryFolder({ "package.json": '{ "private": true }' });
  // Nobody needs a compiler: one that is asked for fails.
  const env = { CC: "false", CXX: "false", npm_config_build_from_source: "" };
  run("npm", ["install", packed, "--no-audit", "--no-fund"], folder, env);
  const installed = join(folder, "node_modules/codeindex");
  expect(existsSync(join(installed, "src"))).toBe(false);
  expect(JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))).not.toHaveProperty("scripts");

  const repository = temporaryFolder({
    "cart.ts": dedent`
      export function total(prices: number[]) {
        return prices.length;
      }
      export const sum = total([1]);
    `,
    "Shop.swift": "func price() -> Int { return 1 }\nfunc ask() -> Int { return price() }\n",
    "Shop.kt": "fun price(): Int = 1\nfun ask(): Int = price()\n",
    "main.go": dedent`
      package main

      func price() int { return 1 }

      func main() { price() }
    `,
  });
  for (const node of NODES) {
    const home = temporaryFolder();
    const own = { ...process.env, HOME: home, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    const given = ["serve", "--repo", repository, "--data-dir", join(home, "data"), "--port", "0"];
    const service = spawn(node, [join(installed, "bin/codeindex.js"), ...given], { cwd: folder, env: own });
    try {
      const url = await addressOf(service);
      const ask = (...args: string[]) => run("npx", ["--no-install", "codeindex", ...args, "--url", url], folder, own);
      await until(() => ask("status").includes("ready"), { within: PATIENCE_MS / 3 });
      expect(ask("callers", "total"), node).toContain("cart.ts:4");
      const symbols = ask("symbols", "price");
      for (const path of ["Shop.swift", "Shop.kt", "main.go"]) expect(symbols, node).toContain(path);
    } finally {
      service.kill();
    }
  }
});

/** The address that a service prints when it can be asked. */
async function addressOf(service: ChildProcess): Promise<string> {
  let said = "";
  for (const stream of [service.stdout, service.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (said += text));
  await until(() => /http:\/\/127[\d.]+:\d+/.test(said) || service.exitCode !== null, { within: PATIENCE_MS / 3 });
  const [url] = /http:\/\/127[\d.]+:\d+/.exec(said) ?? [];
  expect(url, said).toBeDefined();
  return url ?? "";
}
