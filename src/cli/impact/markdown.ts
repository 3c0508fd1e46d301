/** The impact of a diff as Markdown, for a comment on a merge request. Pure. */
import { countOf } from "../../format/counts.js";
import { failureOf, failuresText } from "../../format/failures.js";
import type { Impact } from "../../format/impact.js";

/** Rows of each table. */
const MOST_ROWS = 50;

/** A heading with the counts, then three tables: broken uses, changes, and tests to run. */
export function impactMarkdown(impact: Impact): string {
  const { summary, results, changes, tests, changed_tests, commands, skipped, notes } = impact;
  const { breaks, may_break } = summary;
  const failing = (sureness: Impact["results"][number]["sureness"]) =>
    failuresText(
      results.flatMap((file) => (file.sureness === sureness ? file.file_path : [])),
      sureness,
    );
  const lines = [
    `### Impact: ${breaks.places > 0 ? `${countOf(breaks.places, "place")} in ${countOf(breaks.files, "file")} ${failing("certain")}` : "nothing is known to break"}`,
    "",
    `${countOf(may_break.places, "place")} ${failing("likely")}; ${countOf(summary.users, "user")} in ${countOf(summary.user_files, "file")}; ${countOf(summary.tests, "test file")} to run.`,
  ];
  const broken = results.flatMap(({ file_path, sureness, places }) =>
    places.map(({ line, why }) => [
      code(`${file_path}:${line}`),
      // Under the heading "Compiles".
      failureOf(file_path) === "run"
        ? failuresText([file_path], sureness)
        : sureness === "certain"
          ? "will not"
          : "may not",
      text(why),
    ]),
  );
  lines.push(...table(["Place", "Compiles", "Why"], broken));
  const changed = changes.map(({ kind, qualified_name, file_path, line_start, details, by_hop = [] }) => [
    kind,
    code(qualified_name),
    code(`${file_path}:${line_start}`),
    String(by_hop.reduce((sum, count) => sum + count, 0)),
    text(details.join("; ")),
  ]);
  lines.push(...table(["Change", "Symbol", "Place", "Users", "What"], changed));
  const run = [
    ...changed_tests.map((path) => [code(path), "changed"]),
    ...tests.map(({ file_path, hops }) => [code(file_path), countOf(hops, "step")]),
  ];
  lines.push(...table(["Test", "Distance"], run));
  if (commands.length > 0) lines.push("", "```sh", ...commands, "```");
  const gaps = [
    ...skipped.map(({ file_path, problem }) => `${code(file_path)} was not compared: ${text(problem)}.`),
    ...notes.map(text),
  ];
  if (gaps.length > 0) lines.push("", ...gaps.map((gap) => `- ${gap}`));
  return lines.join("\n");
}

function table(head: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return [];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const over = rows.length - MOST_ROWS;
  return [
    "",
    row(head),
    row(head.map(() => "---")),
    ...rows.slice(0, MOST_ROWS).map(row),
    ...(over > 0 ? ["", `And ${over} more.`] : []),
  ];
}

/** Marks of Markdown and HTML stand for themselves. */
const text = (words: string) => words.replaceAll(/[\\`*_{}[\]<>|#]/g, "\\$&").replaceAll(/\s+/g, " ");
const code = (words: string) => `\`${words.replaceAll(/[`|\n]/g, " ")}\``;
