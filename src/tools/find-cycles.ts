import { z } from "zod";
import { countOf } from "../format/counts.js";
import { pageOf } from "../format/page.js";
import { byFolder, type Cycle, cyclesOf, type PartImport } from "../graph/files/file-cycles.js";
import { importsBetween } from "../graph/files/imports-between.js";
import { globTest } from "../search/filters.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

const edgeShape = {
  from: z.string(),
  to: z.string(),
  at: z.string().describe("path:line of the first import."),
  imports: z.int().describe("Imports between files that make it."),
};
/** Parts of a cycle that are listed; cut in a shorter answer. */
const MOST_PARTS = 60;
const FEW_PARTS = 10;

export default defineTool({
  name: "find_cycles",
  title: "Cycles of imports",
  toolset: "analysis",
  description:
    "Cycles of imports, circular dependencies between files or folders: use it to find what cannot be pulled apart, with the shortest way round and the imports whose removal breaks most. For what one file imports use get_dependencies.",
  readOnly: true,
  idempotent: true,
  runsLong: true,
  cost: 5,
  command: { name: "cycles", positional: ["path_filter"] },
  input: {
    level: z.enum(["file", "folder"]).default("file").describe("Of files, or of the folders that they are in."),
    depth: z.int().min(1).max(20).default(20).describe("How many levels of folders are told apart."),
    types: z.enum(["include", "exclude"]).default("exclude").describe("Imports of types alone."),
    path_filter: params.pathFilter,
    limit: params.limit(50, 500),
    cursor: params.cursor,
  },
  output: {
    results: z.array(
      z.object({
        size: z.int(),
        parts: z.array(z.string()).describe("The first of them."),
        shortest: z.array(z.object(edgeShape)),
        cuts: z
          .array(z.object({ ...edgeShape, left: z.int() }))
          .describe("Imports whose removal leaves the fewest parts in cycles: `left`."),
      }),
    ),
    total: z.int(),
    in_cycles: z.int().describe("Parts that are in a cycle."),
    parts: z.int().describe("Parts that import or are imported."),
    through_types: z.int().describe("Parts that are in a cycle only if imports of types count."),
  },
  async run(input, { db, view, signal, progress }) {
    progress(0, 2, "reading imports");
    const matches = input.path_filter === undefined ? () => true : globTest(input.path_filter);
    const all = (await importsBetween(db, view, signal)).filter(
      ({ from, to }) => matches(from, null) && matches(to, null),
    );
    progress(1, 2, "looking for cycles");
    const values = all.filter(({ isTypeOnly }) => !isTypeOnly);
    const parted = (imports: PartImport[]) => (input.level === "file" ? imports : byFolder(imports, input.depth));
    const chosen = parted(input.types === "include" ? all : values);
    const cycles = cyclesOf(chosen);
    const countIn = (found: readonly Cycle[]) => found.reduce((sum, { parts }) => sum + parts.length, 0);
    const { results, ...page } = pageOf(cycles, input.limit, input.cursor);
    return {
      results: results.map(fieldsOf),
      total: cycles.length,
      in_cycles: countIn(cycles),
      parts: new Set(chosen.flatMap(({ from, to }) => [from, to])).size,
      through_types: countIn(cyclesOf(parted(all))) - countIn(cyclesOf(parted(values))),
      ...page,
    };
  },
  render(output, input) {
    const part = input.level;
    const { total, in_cycles, parts, results, through_types } = output;
    const lines = [
      total === 0
        ? noneWords(parts, part)
        : `${countOf(total, "cycle")} of imports: ${in_cycles} of ${countOf(parts, part)} are in one.`,
    ];
    for (const { size, parts: members, shortest, cuts } of results) {
      lines.push("", `${countOf(size, part)}: ${members.join(", ")}${members.length < size ? ", …" : ""}`);
      lines.push("  Shortest way round:", ...shortest.map((edge) => `    ${edgeWords(edge)}`));
      if (cuts.length > 0 && size > 2)
        lines.push(
          "  Without one of these imports the fewest are left in cycles:",
          ...cuts.map((edge) => `    ${edgeWords(edge)}: ${edge.left} of ${size} left`),
        );
    }
    if (through_types !== 0 && input.types === "exclude")
      lines.push(
        "",
        `Imports of types alone do not count; with them ${through_types} more would be in a cycle (types=include).`,
      );
    return lines.join("\n");
  },
  brief: ({ in_cycles, parts, ...output }) => ({ ...output, ...(output.total > 0 && { in_cycles, parts }) }),
  shrink: [
    (output) => ({
      ...output,
      results: output.results.map((cycle) => ({
        ...cycle,
        parts: cycle.parts.slice(0, FEW_PARTS),
        cuts: cycle.cuts.slice(0, 1),
      })),
    }),
  ],
});

/** Words for no cycle. Files of one package of Go, or of one project of C#, import none of each other. */
const noneWords = (parts: number, part: string): string =>
  parts === 0
    ? `No ${part} imports another, as far as the index knows.`
    : `No cycle of imports among ${countOf(parts, part)}.`;

const edgeWords = ({ from, to, at, imports }: { from: string; to: string; at: string; imports: number }): string =>
  at.startsWith(`${from}:`)
    ? `${at} imports ${to}`
    : `${from} imports ${to} (${countOf(imports, "import")}, first ${at})`;

const edgeFields = ({ from, to, path, line, imports }: PartImport) => ({ from, to, at: `${path}:${line}`, imports });

function fieldsOf({ parts, shortest, cuts }: Cycle) {
  return {
    size: parts.length,
    parts: parts.slice(0, MOST_PARTS),
    shortest: shortest.map(edgeFields),
    cuts: cuts.map(({ edge, left }) => ({ ...edgeFields(edge), left })),
  };
}
