/** Which functions of the database V8 optimises: src/store/pglite/tiering.ts. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packageFile } from "../../src/base/package.js";
import { temporaryFolder } from "../helpers/folders.js";

/** The parser of SQL and the interpreter of expressions are larger, in bytes of WebAssembly; hardly any other function is. */
const LARGE = 30_000;

test("an index of one file optimises none of the database's largest functions", () => {
  const folder = temporaryFolder({ "one.ts": "export const one = 1;\n" });
  const program = fileURLToPath(packageFile("bin/codeindex.js"));
  const printed = execFileSync(
    process.execPath,
    ["--trace-wasm-compilation-times", program, "index", folder, "--data-dir", temporaryFolder()],
    { encoding: "utf8", maxBuffer: 1 << 26 },
  );
  const compiled = printed.matchAll(/ using (\w+), .* bodysize (\d+)/g);
  const compilers = [...compiled].filter(([, , size]) => Number(size) > LARGE).map(([, compiler]) => compiler);
  expect(compilers.length).toBeGreaterThan(1);
  expect(new Set(compilers)).toEqual(new Set(["Liftoff"]));
});
