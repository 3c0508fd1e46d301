/** The impact of a diff as answers show it: the fields, and their words. */
import { z } from "zod";
import { addToList } from "../base/groups.js";
import { CHANGE_KINDS, SURENESSES } from "../graph/impact/changes.js";
import { CONFIDENCES } from "../graph/relations.js";
import { countOf, countsText } from "./counts.js";
import { FAILURES, failureOf, failuresText } from "./failures.js";
import { notIndexedLines, notIndexedShape } from "./gaps.js";
import { briefTestFile, testFileShape, testFilesLines } from "./tests.js";
import { textOnlyLines, textOnlyShape, unresolvedLines, unresolvedShape } from "./unresolved.js";

const countedShape = z.object({ places: z.int(), files: z.int() });

export const brokenFileShape = z.object({
  file_path: z.string(),
  sureness: z
    .enum(SURENESSES)
    .describe("certain: it will not compile; likely: it may not, by types that are not compared."),
  places: z.array(z.object({ line: z.int(), symbol: z.string(), why: z.string() })),
  places_left_out: z.int().optional(),
});

export const changeShape = z.object({
  kind: z.enum(CHANGE_KINDS),
  qualified_name: z.string(),
  node_type: z.string().describe("export: a name that a file passes on; file: the file, or the code at its top level."),
  file_path: z.string(),
  line_start: z.int(),
  node_id: z.string().optional().describe("Where the index has it."),
  now: z.string().optional().describe("Its name or path from now on."),
  details: z.array(z.string()),
  references: z
    .partialRecord(z.enum(CONFIDENCES), z.int())
    .optional()
    .describe("Lines that refer to it, by confidence."),
  by_hop: z.array(z.int()).optional().describe("Callers and users, by their steps from it: those at 1 first."),
  users: z
    .array(
      z.object({
        qualified_name: z.string(),
        file_path: z.string(),
        line: z.int(),
        hops: z.int(),
        confidence: z.enum(CONFIDENCES),
        code: z
          .string()
          .optional()
          .describe("The call, and what is done with its value as far as the line does not say."),
        via: z.string().optional().describe("The member of a base, or the value, that it calls."),
      }),
    )
    .optional(),
  derived: z.array(z.string()).optional().describe("Symbols that implement, extend or override it."),
  derived_total: z.int().optional(),
  bases: z.array(z.string()).optional().describe("Members that it implements or overrides."),
  siblings: z
    .array(z.string())
    .optional()
    .describe("Others that implement or override these, where more than its body changed."),
  siblings_total: z.int().optional(),
  capped: z.boolean().optional(),
});

export const impactShape = {
  summary: z.object({
    files: z.int().describe("Files of the diff that were compared."),
    changes: z.partialRecord(z.enum(CHANGE_KINDS), z.int()),
    breaks: countedShape.describe("Will not compile."),
    may_break: countedShape.describe("May not compile."),
    users: z.int().describe("Callers and users within the steps, of all that changed."),
    user_files: z.int(),
    tests: z.int(),
    indexed: z.enum(["before", "after", "mixed"]).describe("The side of the diff that the index has."),
  }),
  results: z.array(brokenFileShape),
  changes: z.array(changeShape),
  changes_left_out: z.int().optional(),
  packages: z
    .array(z.object({ folder: z.string(), files: z.int() }))
    .describe("Packages beyond those of the diff whose files use what changed."),
  routes: z.array(z.object({ route: z.string(), handler: z.string(), clients: z.array(z.string()) })),
  tests: z.array(testFileShape),
  changed_tests: z.array(z.string()).describe("Tests that the diff itself adds or changes."),
  commands: z.array(z.string()),
  skipped: z
    .array(z.object({ file_path: z.string(), problem: z.string() }))
    .describe("Files of the diff that say nothing of symbols."),
  unresolved: unresolvedShape.describe("Calls of these names whose target is not known: users may be among them."),
  text_only: textOnlyShape,
  not_indexed: notIndexedShape.optional(),
  notes: z.array(z.string()).describe("Limits of the answer."),
};

const impactObject = z.object(impactShape);
export type Impact = z.infer<typeof impactObject>;
type Change = z.infer<typeof changeShape>;
type BrokenFile = z.infer<typeof brokenFileShape>;

/** The whole answer: breaks, changes with their users, tests to run, and gaps. */
export function impactWords(impact: Impact): string {
  const { results, changes, tests, changed_tests, commands, packages, routes, skipped, notes } = impact;
  const lines = [headline(impact)];
  for (const sureness of SURENESSES)
    for (const failure of FAILURES) {
      const files = results.filter((file) => file.sureness === sureness && failureOf(file.file_path) === failure);
      if (files.length === 0) continue;
      lines.push("", headOf(files, sureness), ...files.flatMap(brokenFileLines));
    }
  if (changes.length > 0) lines.push("", "Changed:", ...changes.flatMap(changeLines));
  if (impact.changes_left_out) lines.push(`and ${impact.changes_left_out} more`);
  if (packages.length > 0)
    lines.push(
      "",
      `Packages beyond: ${packages.map(({ folder, files }) => `${folder || "the root"} (${countOf(files, "file")})`).join(", ")}`,
    );
  if (routes.length > 0) lines.push("", "Routes:", ...routes.map(routeLine));
  if (tests.length + changed_tests.length > 0) lines.push("", "Tests to run, nearest first:");
  if (changed_tests.length > 0) lines.push(...changed_tests.map((path) => `${path}  changed by the diff`));
  lines.push(...testFilesLines(tests), ...commands.map((command) => `Run: ${command}`), "");
  for (const { file_path, problem } of skipped) lines.push(`Not compared: ${file_path}: ${problem}`);
  lines.push(
    ...notes,
    ...unresolvedLines(impact.unresolved, { one: "call", where: "of these names", withName: true }),
    ...textOnlyLines(impact.text_only),
    ...notIndexedLines(impact.not_indexed),
  );
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd();
}

/** `Will not compile:` */
function headOf(files: readonly BrokenFile[], sureness: BrokenFile["sureness"]): string {
  const text = failuresText(
    files.map(({ file_path }) => file_path),
    sureness,
  );
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}:`;
}

function headline({ summary, results, changes: changed }: Impact): string {
  const { files, changes, breaks, may_break, users, user_files, tests } = summary;
  const all = Object.values(changes).reduce((sum, count) => sum + count, 0);
  if (all === 0) return `The diff changes no declaration (${countOf(files, "file")} compared).`;
  const pathsOf = (sureness: BrokenFile["sureness"]) =>
    results.flatMap((file) => (file.sureness === sureness ? file.file_path : []));
  const own = changed.map(({ file_path }) => file_path);
  const parts = [
    breaks.places > 0
      ? `${countOf(breaks.places, "place")} in ${countOf(breaks.files, "file")} ${failuresText(pathsOf("certain"), "certain")}`
      : `nothing is known that ${failuresText(own, "certain")}`,
    ...(may_break.places > 0
      ? [
          `${countOf(may_break.places, "place")} in ${countOf(may_break.files, "file")} ${failuresText(pathsOf("likely"), "likely").replaceAll(" compile", "")}`,
        ]
      : []),
    `${countOf(users, "user")} in ${countOf(user_files, "file")}`,
    `${countOf(tests, "test file")} to run`,
  ];
  return `${countOf(all, "change")} in ${countOf(files, "file")} (${countsText(changes)}): ${parts.join("; ")}.`;
}

/** `src/a.ts:2  gone was removed`, a line for each reason. */
function brokenFileLines({ file_path, places, places_left_out }: BrokenFile): string[] {
  const byReason = new Map<string, number[]>();
  for (const { line, why } of places) addToList(byReason, why, line);
  const lines = [...byReason].map(([why, numbers]) => `${file_path}:${numbers.join(", ")}  ${why}`);
  return places_left_out ? [...lines, `  and ${countOf(places_left_out, "place")} more in ${file_path}`] : lines;
}

function changeLines(change: Change): string[] {
  const {
    kind,
    node_type,
    qualified_name,
    file_path,
    line_start,
    details,
    references,
    by_hop = [],
    users = [],
  } = change;
  const where = qualified_name === file_path ? "" : ` (${file_path}:${line_start})`;
  const lines = [[`${kind}  ${node_type} ${qualified_name}${where}`, ...details].join("; ")];
  const counted = by_hop.reduce((sum, count) => sum + count, 0);
  if (counted > 0) {
    const steps = by_hop.map((count, index) => `${count} at ${countOf(index + 1, "step")}`).join(", ");
    const named = users.map(userText).join(", ");
    const more = counted > users.length ? ", …" : "";
    lines.push(`  used by ${steps} (${countsText(references ?? {})})${named ? `: ${named}${more}` : ""}`);
    for (const { file_path, line, code } of users)
      if (code !== undefined) lines.push(`    ${file_path}:${line}  ${code}`);
  } else if (references) lines.push("  no user is known");
  const { derived = [], derived_total = 0, bases = [], siblings = [], siblings_total = 0 } = change;
  if (derived_total > 0) lines.push(`  derived from it: ${countedNames(derived, derived_total)}`);
  if (bases.length > 0) lines.push(`  implements or overrides ${bases.join(", ")}`);
  if (siblings_total > 0)
    lines.push(`  others that do so may have to change with it: ${countedNames(siblings, siblings_total)}`);
  return lines;
}

const userText = ({ qualified_name, file_path, line, via }: NonNullable<Change["users"]>[number]): string =>
  `${qualified_name} (${file_path}:${line}${via === undefined ? "" : ` via ${via}`})`;

/** `3: a, b, …` */
const countedNames = (names: readonly string[], total: number): string =>
  `${total}${names.length > 0 ? `: ${names.join(", ")}${total > names.length ? ", …" : ""}` : ""}`;

const routeLine = ({ route, handler, clients }: Impact["routes"][number]) =>
  `${route}  handled by ${handler}${clients.length > 0 ? `, asked for at ${clients.join(", ")}` : ""}`;

/** The same with less of each change, and no more than `places` of each broken file. */
export function lessImpact(
  impact: Impact,
  { users, places, cases }: { users: number; places: number; cases: number },
): Impact {
  return {
    ...impact,
    changes: impact.changes.map((change) => ({
      ...change,
      ...(change.users && { users: change.users.slice(0, users) }),
      ...(change.derived && { derived: change.derived.slice(0, users) }),
      ...(change.siblings && { siblings: change.siblings.slice(0, users) }),
    })),
    results: impact.results.map((file) => withFewerPlaces(file, places)),
    tests: impact.tests.map((test) => ({
      ...test,
      cases: test.cases.slice(0, cases),
      ...(test.cases.length > cases && { cases_left_out: (test.cases_left_out ?? 0) + test.cases.length - cases }),
    })),
  };
}

function withFewerPlaces(file: BrokenFile, most: number): BrokenFile {
  const over = file.places.length - most;
  if (over <= 0) return file;
  return { ...file, places: file.places.slice(0, most), places_left_out: (file.places_left_out ?? 0) + over };
}

/** The short form of the structure: what breaks by file, and each change in a line. */
export function briefImpact({ results, changes, tests, ...impact }: Impact): Record<string, unknown> {
  return {
    ...impact,
    results: results.map(({ file_path, sureness, places, places_left_out }) => ({
      file: file_path,
      sureness,
      places: places.map(({ line, why }) => `${line}: ${why}`),
      places_left_out,
    })),
    changes: changes.map(({ users, references, ...change }) => ({
      ...change,
      users: users?.map((user) => [userText(user), user.code].filter(Boolean).join("  ")),
    })),
    tests: tests.map(briefTestFile),
  };
}
