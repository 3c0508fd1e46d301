/** `npm run bench:graph`: how right the graph is, by the TypeScript compiler. See docs/graph.md. */
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createWorkspace } from "../workspace.js";
import { type CorpusPackage, fetchPackage, readCorpus } from "./corpus.js";
import { type Measured, measure } from "./measure.js";
import { renderCauses, renderMeasured } from "./report.js";
import { addTallies } from "./score.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string" },
    only: { type: "string" },
    causes: { type: "string", default: "10" },
    json: { type: "boolean", default: false },
  },
});

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const workspace = createWorkspace(stop.signal);
try {
  const measured: Measured[] = [];
  if (positionals.length > 0) {
    for (const dir of positionals) measured.push(await measure(workspace, basename(resolve(dir)), resolve(dir)));
  } else {
    for (const entry of readCorpus().filter(isWanted)) {
      const folder = await fetchPackage(entry);
      console.error(`${entry.name} (${entry.set})`);
      measured.push(await measure(workspace, entry.name, folder));
    }
  }
  if (values.json) console.log(JSON.stringify(measured, null, 2));
  else console.log(render(measured));
} finally {
  await workspace.close();
}

function isWanted({ name, set }: CorpusPackage): boolean {
  if (values.only) return values.only.split(",").includes(name);
  return values.set === undefined || values.set === set;
}

function render(all: Measured[]): string {
  const parts = all.map((one) => renderMeasured(one.name, one.tally));
  if (all.length > 1) parts.push(renderMeasured("all together", addTallies(all.map(({ tally }) => tally))));
  const limit = Number(values.causes);
  parts.push(
    renderCauses(
      "Misses",
      all.map(({ misses }) => misses),
      limit,
    ),
  );
  parts.push(
    renderCauses(
      "Wrong edges",
      all.map(({ wrong }) => wrong),
      limit,
    ),
  );
  return parts.join("\n\n");
}
