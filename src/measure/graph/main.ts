/** `npm run bench:graph`: measures how right the graph is, by the TypeScript compiler. docs/languages/typescript-figures.md explains the figures. */
import { basename, resolve } from "node:path";
import { inspect, parseArgs } from "node:util";
import { createWorkspace, throwIfStopped, type Workspace } from "../bench/workspace.js";
import { type CorpusPackage, fetchPackage, readCorpus } from "./corpus.js";
import { type CsharpFigures, csharpTable, measureCsharp, worseCsharp } from "./csharp.js";
import { writeDocs } from "./docs.js";
import { figures, figuresOf, readFigures, worse, writeFigures } from "./figures.js";
import { type GoMeasured, goTable, measureGo } from "./go.js";
import { type Measured, measure } from "./measure.js";
import { measurePython } from "./python/measure.js";
import { pythonReport } from "./python/report.js";
import { renderReport } from "./report.js";
import { measureSites, SHOWN, SURE, sitesTable } from "./sites.js";
import { measureSpeed } from "./speed.js";

const USAGE = `npm run bench:graph -- [DIR…] [options]

  DIR…             repositories of yours instead of the pinned packages
  --set NAME       development or held-out
  --only NAME,…    packages by name
  --causes N       how many causes of misses and of wrong edges are shown (10)
  --json           everything, for programs
  --csharp         C# alone; sampled calls as well where CODEINDEX_CSHARP_LIBRARIES names a folder with the libraries' sources
  --go             Go alone, in the folders DIR…, by the go/types of the \`go\` on the path
  --sites CORPUS   the call sites of a folder of tests/corpus, in the clones in the folder DIR (docs/languages/)
  --pyright DIR    Python in the folders DIR…, by the pyright that is installed in the folder DIR (docs/languages/python.md)
  --check          the packages of the check, and C#: fails where they are worse than the committed figures
  --speed          what resolution costs, in the folders DIR… (docs/graph.md)
  --write          all packages; writes figures.json and the tables of docs/languages/
`;

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string" },
    only: { type: "string" },
    causes: { type: "string", default: "10" },
    json: { type: "boolean", default: false },
    csharp: { type: "boolean", default: false },
    go: { type: "boolean", default: false },
    sites: { type: "string" },
    pyright: { type: "string" },
    check: { type: "boolean", default: false },
    speed: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(USAGE);
else await run();

async function run(): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const workspace = createWorkspace(stop.signal);
  try {
    if (values.speed) {
      console.log(
        await measureSpeed(
          workspace,
          folders.map((folder) => resolve(folder)),
        ),
      );
      return;
    }
    if (values.go) {
      await measureGoFolders();
      return;
    }
    if (values.sites !== undefined) {
      await measureCorpusOfSites(resolve(values.sites));
      return;
    }
    if (values.pyright !== undefined) {
      const inFolder = resolve(values.pyright);
      for (const folder of folders)
        console.log(pythonReport(await measurePython(resolve(folder), inFolder), Number(values.causes)));
      return;
    }
    const isWhole = folders.length === 0 && !values.only && !values.set;
    const csharp = isWhole || values.csharp ? await measureCsharp(values.check ? {} : readFigures().csharp) : {};
    if (values.csharp) {
      console.log(csharpTable(csharp, true));
      return;
    }
    const measured = folders.length > 0 ? await measureFolders(workspace) : await measurePackages(workspace);
    if (values.check) check(measured, csharp);
    else if (values.json) console.log(JSON.stringify({ packages: measured, csharp }, null, 2));
    else console.log([renderReport(measured, Number(values.causes)), csharpTable(csharp, true)].join("\n\n"));
    if (values.write && process.exitCode === undefined) {
      const all = figuresOf(measured, readCorpus(), csharp);
      writeFigures(all);
      writeDocs(all);
    }
  } finally {
    await workspace.close();
  }
}

async function measureCorpusOfSites(corpus: string): Promise<void> {
  const clones = resolve(folders[0] ?? ".");
  const shown = await measureSites(corpus, clones, SHOWN);
  const sure = await measureSites(corpus, clones, SURE);
  if (values.json) console.log(JSON.stringify({ sure, shown }, null, 2));
  else {
    for (const fault of shown.flatMap(({ faults }) => faults)) console.log(fault);
    console.log(`Default tiers:\n${sitesTable(sure)}\n\nUnique edges too:\n${sitesTable(shown)}`);
  }
}

async function measureGoFolders(): Promise<void> {
  const measured: GoMeasured[] = [];
  for (const folder of folders) measured.push(await measureGo(resolve(folder)));
  if (values.json) console.log(JSON.stringify(measured, null, 2));
  else console.log(goTable(measured));
}

async function measureFolders(workspace: Workspace): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const folder of folders) measured.push(await measure(workspace, basename(resolve(folder)), resolve(folder)));
  return measured;
}

async function measurePackages(workspace: Workspace): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const entry of readCorpus().filter(isWanted)) {
    console.error(`${entry.name} (${entry.set})`);
    try {
      measured.push(await measure(workspace, entry.name, await fetchPackage(entry)));
    } catch (error) {
      throwIfStopped(workspace.signal);
      // The other packages are still measured.
      console.error(`${entry.name} could not be measured: ${inspect(error)}`);
      process.exitCode = 1;
    }
  }
  return measured;
}

function isWanted({ name, set, check: isChecked }: CorpusPackage): boolean {
  if (values.write) return true;
  if (values.check) return isChecked === true;
  if (values.only) return values.only.split(",").includes(name);
  return values.set === undefined || values.set === set;
}

function check(measured: readonly Measured[], csharp: CsharpFigures): void {
  const { packages: committed, csharp: committedCsharp } = readFigures();
  const faults = measured.flatMap(({ name, tally }) => {
    const before = committed[name];
    return before ? worse(name, figures(tally), before) : [`${name} has no committed figures: run with --write`];
  });
  faults.push(...worseCsharp(csharp, committedCsharp));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log("The graph is as right as the committed figures say.");
}
