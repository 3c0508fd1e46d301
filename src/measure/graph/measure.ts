/** Measures one repository: indexes it, asks the compiler, compares. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../bench/workspace.js";
import { type Cause, type LineAt, missCauses, wrongCauses } from "./causes.js";
import { judge } from "./judge.js";
import { askCompiler } from "./oracle.js";
import { indexGraph } from "./ours.js";
import { type Tally, tally } from "./score.js";
import { type SilentMisses, silentMisses } from "./silent.js";

export interface Measured {
  name: string;
  files: number;
  tally: Tally;
  /** Names that are not judged, by the reason. */
  leftOut: Record<string, number>;
  misses: Cause[];
  wrong: Cause[];
  silent: SilentMisses;
  seconds: { index: number; compiler: number };
}

/** Measures the repository in a folder, under a name for the report. */
export async function measure(workspace: Workspace, name: string, folder: string): Promise<Measured> {
  const root = realpathSync(folder);
  const started = performance.now();
  const index = await indexGraph(workspace, root);
  const indexed = performance.now();
  const tsconfig = join(root, "tsconfig.json");
  const { uses, paths } = askCompiler(root, index.paths, existsSync(tsconfig) ? tsconfig : null);
  const judgement = judge(index, uses, paths);
  const lineAt = createLineReader(root);
  return {
    name,
    files: paths.size,
    tally: tally(judgement.wanted, judgement.judged),
    leftOut: Object.fromEntries(judgement.leftOut),
    misses: missCauses(judgement, index, lineAt),
    wrong: wrongCauses(judgement, lineAt),
    silent: silentMisses(judgement, index, lineAt),
    seconds: { index: (indexed - started) / 1000, compiler: (performance.now() - indexed) / 1000 },
  };
}

function createLineReader(root: string): LineAt {
  const files = new Map<string, string[]>();
  return (path, line) => {
    const lines = files.get(path) ?? readFileSync(join(root, path), "utf8").split("\n");
    files.set(path, lines);
    return (lines[line - 1] ?? "").trim().slice(0, 120);
  };
}
