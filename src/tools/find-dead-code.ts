import { z } from "zod";
import { groupBy } from "../base/groups.js";
import { countOf } from "../format/counts.js";
import { pageOf } from "../format/page.js";
import { type DeadSymbol, findDead } from "../graph/dead/find-dead.js";
import { JUDGED_KINDS } from "../graph/dead/judged.js";
import { DEAD_CLASSES } from "../graph/dead/search.js";
import { globTest } from "../search/filters.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

const shape = {
  node_id: z.string(),
  qualified_name: z.string(),
  node_type: z.string(),
  file_path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  lines: z.int().describe("Of all its declarations."),
  class: z.enum(DEAD_CLASSES),
  reason: z.string(),
  at: z.string().optional().describe("Where the doubt, or the test, stands."),
  through: z.array(z.string()).optional().describe("Dead declarations that use it: delete them together."),
};
/** Users of a dead declaration that are named. */
const MOST_THROUGH = 5;

export default defineTool({
  name: "find_dead_code",
  title: "Dead code",
  toolset: "analysis",
  description:
    "Dead code, unused functions, classes, types: use it to find what can be deleted. nobody: nothing uses it; tests: only tests do; unsure: a doubt is left, and the reason says which. For the uses of one symbol use get_references.",
  readOnly: true,
  idempotent: true,
  runsLong: true,
  cost: 10,
  command: { name: "dead-code", positional: ["path_filter"] },
  input: {
    path_filter: params.pathFilter,
    classes: z.array(z.enum(DEAD_CLASSES)).min(1).default(["nobody", "tests"]).describe("Those to list."),
    kinds: z.array(z.enum(JUDGED_KINDS)).min(1).optional().describe("Only these kinds."),
    tests: z.enum(["include", "exclude"]).default("exclude").describe("Declarations in test files."),
    min_lines: z.int().min(1).max(10_000).default(1).describe("Only declarations of at least this many lines."),
    limit: params.limit(200, 1000),
    cursor: params.cursor,
  },
  output: {
    results: z.array(z.object(shape)),
    total: z.int(),
    lines: z.int().describe("Of all that are listed, on every page."),
    counts: z.record(z.enum(DEAD_CLASSES), z.int()).describe("Of each class, within the filters."),
    unsure_reasons: z.record(z.string(), z.int()),
    judged: z.int().describe("Declarations that were judged, of the whole project."),
    not_judged: z.record(z.string(), z.int()).describe("Files of languages whose references are not known."),
  },
  async run(input, { db, view, signal, progress }) {
    const found = await findDead(db, view, { withTests: input.tests === "include", signal, progress });
    const matches = input.path_filter === undefined ? () => true : globTest(input.path_filter);
    const kinds = input.kinds && new Set<string>(input.kinds);
    const within = found.symbols.filter(
      ({ path, lines, span }) =>
        matches(path, null) && lines >= input.min_lines && (!kinds || kinds.has(span.nodeType)),
    );
    const listed = within.filter((symbol) => input.classes.includes(symbol.class));
    const byClass = groupBy(within, (symbol) => symbol.class);
    const counts = Object.fromEntries(DEAD_CLASSES.map((each) => [each, byClass.get(each)?.length ?? 0]));
    const reasons = groupBy(byClass.get("unsure") ?? [], ({ reason }) => reason);
    const { results, ...page } = pageOf(listed, input.limit, input.cursor);
    return {
      results: results.map(fieldsOf),
      total: listed.length,
      lines: listed.reduce((sum, { lines }) => sum + lines, 0),
      counts: counts as Record<(typeof DEAD_CLASSES)[number], number>,
      unsure_reasons: Object.fromEntries(
        [...reasons].map(([reason, { length }]) => [reason, length] as const).sort(([, a], [, b]) => b - a),
      ),
      judged: found.judged,
      not_judged: found.notJudged,
      ...page,
    };
  },
  render(output) {
    const { counts, results, total, lines } = output;
    const head =
      total === 0
        ? "No dead code was found among what is listed"
        : `${countOf(total, "declaration")}, ${countOf(lines, "line")}`;
    const text = [
      `${head}: nobody uses ${counts.nobody}, only tests use ${counts.tests}, ${counts.unsure} unsure; ${output.judged} were judged.`,
    ];
    let last = "";
    for (const result of results) {
      if (result.class !== last) text.push("", HEADINGS[result.class]);
      last = result.class;
      const { file_path, line_start, line_end, node_type, qualified_name, through, at } = result;
      const why = result.class === "unsure" ? `: ${result.reason}` : "";
      const place = at && result.class !== "nobody" ? ` (${at})` : "";
      const by = through ? ` through ${through.join(", ")}` : "";
      text.push(
        `${file_path}:${line_start}-${line_end} ${node_type} ${qualified_name}, ${countOf(result.lines, "line")}${by}${why}${place}`,
      );
    }
    const reasons = Object.entries(output.unsure_reasons);
    if (reasons.length > 0)
      text.push("", "Unsure, by reason:", ...reasons.map(([reason, count]) => `${count}: ${reason}`));
    const unknown = Object.entries(output.not_judged).map(
      ([language, count]) => `${language} (${countOf(count, "file")})`,
    );
    if (unknown.length > 0) text.push("", `Not judged, as their references are not known: ${unknown.join(", ")}.`);
    text.push("", "Not judged either: whole files, fields that others may read as data, and members of literals.");
    return text.join("\n");
  },
  shrink: [
    (output) => ({
      ...output,
      results: output.results.map(({ through: _through, at: _at, ...rest }) => rest),
      unsure_reasons: Object.fromEntries(Object.entries(output.unsure_reasons).slice(0, 5)),
    }),
  ],
});

const HEADINGS = { nobody: "Nobody uses:", tests: "Only tests use:", unsure: "Unsure:" };

function fieldsOf({ span, path, lines, class: own, reason, place, through }: DeadSymbol) {
  return {
    node_id: span.nodeId,
    qualified_name: span.qualifiedName,
    node_type: span.nodeType,
    file_path: path,
    line_start: span.lineStart,
    line_end: span.lineEnd,
    lines,
    class: own,
    reason,
    ...(place && { at: `${place.path}:${place.line}` }),
    ...(through.length > 0 && { through: through.slice(0, MOST_THROUGH) }),
  };
}
