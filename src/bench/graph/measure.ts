/** One repository: indexed, asked of the compiler, compared. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";
import { type Cause, missCauses, wrongCauses } from "./causes.js";
import { judge } from "./judge.js";
import { askCompiler } from "./oracle.js";
import { indexGraph } from "./ours.js";
import { type Tally, tally } from "./score.js";

export interface Measured {
  name: string;
  files: number;
  tally: Tally;
  /** Names that nothing is said about, by why. */
  leftOut: Record<string, number>;
  misses: Cause[];
  wrong: Cause[];
  seconds: { index: number; compiler: number };
}

export async function measure(workspace: Workspace, name: string, folder: string): Promise<Measured> {
  const root = realpathSync(folder);
  const started = performance.now();
  const index = await indexGraph(workspace, root);
  const indexed = performance.now();
  const tsconfig = join(root, "tsconfig.json");
  const { uses, paths } = askCompiler(root, index.paths, existsSync(tsconfig) ? tsconfig : null);
  const judgement = judge(index, uses, paths);
  return {
    name,
    files: paths.size,
    tally: tally(judgement.wanted, judgement.judged),
    leftOut: Object.fromEntries(judgement.leftOut),
    misses: missCauses(judgement, index),
    wrong: wrongCauses(judgement),
    seconds: { index: (indexed - started) / 1000, compiler: (performance.now() - indexed) / 1000 },
  };
}
