/** The lines of `get_tests` about tests that reach a symbol over HTTP. */
import type { Db } from "../../src/store/db/db.js";
import getTests from "../../src/tools/get-tests.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";

export async function testsOverHttp(db: Db, files: Record<string, string>, symbol: string): Promise<string[]> {
  const { text } = await runTool(getTests, { symbols: [symbol] }, await buildRepository(db, files));
  return text.split("\n").filter((line) => line.includes("over HTTP: "));
}
