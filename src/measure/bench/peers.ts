/** From nothing to a finished index, beside other indexers for agents: each is installed from npm into the benchmark's folder. */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MALLOC } from "../../base/malloc.js";
import { nth } from "../../base/need.js";
import { packageFile } from "../../base/package.js";
import type { Section } from "./figures.js";
import type { PeerInput, PeerResult } from "./peers-child.js";
import { copyRepository } from "./repository.js";
import type { Workspace } from "./workspace.js";

/** Runs of each indexer, in turn; the figures are medians. */
const ROUNDS = 5;

interface Indexer {
  name: string;
  /** The package and its version; null for this program. */
  install: string | null;
  /** The arguments of Node, below the folder of its installation, for a repository; `data` is a new path. */
  args: (installed: string, repository: string, data: string) => string[];
  /** Where it keeps an index, below the repository. */
  kept: string | null;
}

const INDEXERS: readonly Indexer[] = [
  {
    name: "codeindex",
    install: null,
    args: (_, repository, data) => [
      fileURLToPath(packageFile("bin/codeindex.js")),
      ...["index", repository, "--data-dir", data, "--config", "", "--log-level", "error"],
    ],
    kept: null,
  },
  {
    name: "codegraph 1.6.1",
    install: "@colbymchenry/codegraph@1.6.1",
    args: (installed, repository) => [join(installed, ".bin", "codegraph"), "init", "-y", repository],
    kept: ".codegraph",
  },
  {
    name: "optave 3.11.2",
    install: "@optave/codegraph@3.11.2",
    args: (installed, repository) => [join(installed, ".bin", "codegraph"), "build", repository],
    kept: ".codegraph",
  },
];

/** Measures the indexers one after the other, round by round, each on a copy of the repository. Throws where one cannot be installed or fails. */
export async function benchPeers(workspace: Workspace, root: string): Promise<Section> {
  const results = new Map<string, PeerResult[]>();
  const runs: { indexer: Indexer; installed: string; repository: string }[] = [];
  for (const indexer of INDEXERS) {
    const folder = workspace.path("indexer");
    const repository = workspace.path("copy");
    await copyRepository(root, repository);
    if (indexer.install !== null)
      await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, indexer.install], {
        signal: workspace.signal,
      });
    runs.push({ indexer, installed: join(folder, "node_modules"), repository });
    results.set(indexer.name, []);
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { indexer, installed, repository } of runs) {
      const args = indexer.args(installed, repository, workspace.path("data"));
      const without = indexer.install === null ? [] : Object.keys(MALLOC);
      const input: PeerInput = { args, cwd: repository, without };
      results.get(indexer.name)?.push(await workspace.runChild<PeerResult>("peers-child", input));
      if (indexer.kept !== null) rmSync(join(repository, indexer.kept), { recursive: true, force: true });
    }
  return {
    name: "peers",
    method: `Whole processes from nothing to a finished index, as they are by default; medians of ${ROUNDS} runs in turn, each on a copy of the repository.`,
    figures: [...results].flatMap(([name, of]) => [
      { name: `${name}: CPU`, value: median(of.map(({ cpu }) => cpu)), unit: "s" as const },
      { name: `${name}: wall`, value: median(of.map(({ wall }) => wall)), unit: "s" as const },
      { name: `${name}: peak memory`, value: median(of.map(({ peak }) => peak)) / 1e6, unit: "MB" as const },
    ]),
  };
}

const median = (values: readonly number[]): number =>
  nth(
    [...values].sort((a, b) => a - b),
    values.length >> 1,
  );
