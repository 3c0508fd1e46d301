/** Calls and texts that an answer could not bind, as it tells of them: their fields, and their words. */
import { z } from "zod";
import { groupBy } from "../base/groups.js";
import type { Unresolved } from "../graph/calls/unresolved.js";
import { MOST_COUNTED } from "../graph/relations.js";
import { isByShape, languageOf } from "../languages/index.js";
import type { Access } from "../model/access.js";
import { UNRESOLVED_REASONS } from "../model/edge.js";
import type { NamingLine, TextOnlyFiles } from "../search/text/text-only.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { callsBeside } from "../store/unresolved.js";
import { countOf, countsText } from "./counts.js";

/** References in the scope of an answer whose target is not known, and why. */
export const unresolvedShape = z.object({
  count: z.int().describe("Counting stops at 2,000 by name and 2,000 by place."),
  by_reason: z
    .partialRecord(z.enum(UNRESOLVED_REASONS), z.int())
    .describe(
      "unknown-receiver: the type of the value it is called on is not known; unknown-value: which function the value holds is not; no-such-member: what it is called on declares no such member; undeclared-name: nothing declares the name, so it is most likely a library's; too-many: more symbols fit than edges are kept for; get_callers of each of them lists the call with min_confidence=candidate. A lower bound where `count` is 10000 or more.",
    ),
  locations: z
    .array(
      z.object({
        name: z.string().nullable().describe("null: a call of a value without a name."),
        file_path: z.string(),
        line: z.int(),
        reason: z.enum(UNRESOLVED_REASONS),
      }),
    )
    .describe("The first few."),
  outside: z.int().optional().describe("Beside these: calls of members of this name that are taken for a library's."),
  outside_at: z.array(z.string()).optional().describe("Where the first of them stand: path:line."),
  unnamed: z
    .int()
    .optional()
    .describe(
      "Where nothing is known to use it: calls of values without a name in the whole project, which may hold any function.",
    ),
});
export type UnresolvedFields = z.infer<typeof unresolvedShape>;

/** Unresolved references as fields. */
export function unresolvedFields({ count, byReason, places }: Unresolved): UnresolvedFields {
  const locations = places.map(({ name, path, line, reason }) => ({
    name: name === "" ? null : name,
    file_path: path,
    line,
    reason,
  }));
  return { count, by_reason: byReason, locations };
}

/** Places of calls taken for a library's that an answer names. */
export const MOST_OUTSIDE = 4;

/** Calls beside those that are unresolved, as fields; nothing where there are none. `unnamed`: calls of values without a name, where they were counted. */
export function besideFields({ outside, outsidePlaces }: Awaited<ReturnType<typeof callsBeside>>, unnamed: number) {
  return {
    ...(outside > 0 ? { outside, outside_at: outsidePlaces.map(({ path, line }) => `${path}:${line}`) } : {}),
    ...(unnamed > 0 ? { unnamed } : {}),
  };
}

/** Calls that may be of a symbol though they have another name. */
export function besideLines({ outside = 0, outside_at = [], unnamed = 0 }: UnresolvedFields): string[] {
  const more = (count: number) => ({ more: count >= MOST_COUNTED });
  const where = `${outside_at.join(", ")}${outside > outside_at.length ? ", …" : ""}`;
  const parts = [
    outside > 0
      ? `${countOf(outside, "call", more(outside))} of members of this name taken for a library's (${where})`
      : "",
    unnamed > 0 ? `${countOf(unnamed, "call", more(unnamed))} in the whole project of values without a name` : "",
  ].filter(Boolean);
  return parts.length === 0 ? [] : [`Not counted as unresolved: ${parts.join("; ")}.`];
}

/** Of more calls that too many symbols fit the first few say nothing of the others. */
const FEW = 5;

/** Unresolved references in words, such as `2 calls of this name with an unknown target (unknown-receiver 2): src/a.ts:4, src/b.ts:7`. */
export function unresolvedLines(
  { count, by_reason, locations }: UnresolvedFields,
  { one, where, withName = false, byName = true }: UnresolvedWords,
): string[] {
  const isTold = ({ reason }: { reason: string }) => reason !== "too-many" || (by_reason["too-many"] ?? 0) <= FEW;
  const line = (head: string, places: UnresolvedFields["locations"], count: number) => {
    const words = places
      .filter(isTold)
      .map(({ name, file_path, line }) => `${withName ? `${name ?? "a value"} ` : ""}${file_path}:${line}`);
    return words.length === 0 ? `${head}.` : `${head}: ${words.join(", ")}${count > words.length ? ", …" : ""}`;
  };
  const { "undeclared-name": undeclared = 0, ...others } = by_reason;
  // Where counting stopped, each reason may have more.
  const more = count >= MOST_COUNTED;
  const counted = (count: number) => `${countOf(count, one, { more })} ${where}`;
  const unknown = (count: number, reasons: UnresolvedFields["by_reason"]) =>
    `${counted(count)} with an unknown target (${countsText(reasons)})`;
  if (byName || undeclared === 0) return count === 0 ? [] : ["", line(unknown(count, by_reason), locations, count)];
  const isUndeclared = ({ reason }: { reason: string }) => reason === "undeclared-name";
  const known = count - undeclared;
  const lines = [
    line(
      `${counted(undeclared)} of names that nothing it sees declares, most likely a library's (undeclared-name)`,
      locations.filter(isUndeclared),
      undeclared,
    ),
  ];
  if (known > 0) {
    lines.unshift(
      line(
        unknown(known, others),
        locations.filter((place) => !isUndeclared(place)),
        known,
      ),
    );
  }
  return ["", ...lines];
}

interface UnresolvedWords {
  /** The noun that is counted: `call`. */
  one: string;
  where: string;
  withName?: boolean;
  /** Whether they were asked for by names that the project declares; of those made in a symbol, most are of names that it does not. */
  byName?: boolean;
}

/** Files in which a name may be used without an edge saying so. */
export const textOnlyShape = z
  .object({
    files: z.int().describe("A lower bound where `capped`."),
    paths: z.array(z.string()).describe("The first few."),
    lines: z.array(z.string()).optional(),
    capped: z.boolean(),
  })
  .describe(
    "Files whose language has no graph (.rs, .rb) and that have the name, with the lines: no results are in them.",
  );
export type TextOnlyFields = z.infer<typeof textOnlyShape>;

const MOST_TEXT_ONLY = 5;
/** How many lines are shown in addition to known uses, and how many where no use is known. */
const MOST_BESIDE = 12;
const MOST_ALONE = 40;

/** A line with a name, and how it uses what has the name, where its text tells. */
export interface NamingUse extends NamingLine {
  access?: Access;
  /** ` (if user)` */
  conditions?: string;
}

/** `uses`: of which lines the answer is; absent: files are enough. Lines that write come before those that read. */
export function textOnlyFields(
  { paths, lines, isCapped }: Omit<TextOnlyFiles, "lines"> & { lines: readonly NamingUse[] },
  uses?: { of: Pick<SymbolHead, "language">; isWanted: (line: NamingLine) => boolean },
): TextOnlyFields {
  if (uses === undefined) return { files: paths.length, paths: paths.slice(0, MOST_TEXT_ONLY), capped: isCapped };
  const wanted = lines.filter(uses.isWanted);
  const files = new Set(wanted.map(({ path }) => path));
  const most = isByShape(uses.of.language) ? MOST_ALONE : MOST_BESIDE;
  const written = wanted.filter(({ access }) => access === "written");
  const others = wanted.filter(({ access }) => access !== "written");
  const left = Math.max(0, most - written.length);
  const rows =
    written.length === 0
      ? namingLines(wanted, { most, isCapped })
      : [
          "Written at:",
          ...namingLines(written, { most, isCapped }),
          ...(others.length > 0 ? ["Read at:", ...namingLines(others, { most: left, isCapped })] : []),
        ];
  return {
    files: files.size,
    paths: [...files].slice(0, MOST_TEXT_ONLY),
    ...(rows.length > 0 && { lines: rows }),
    capped: isCapped,
  };
}

/** A row for each file and, below it, for each line: `26 in MDBook.load: let book = …`. Beyond `most` only how many there are. */
function namingLines(lines: readonly NamingUse[], { most, isCapped }: { most: number; isCapped: boolean }): string[] {
  const rows = [...groupBy(lines.slice(0, most), ({ path }) => path)].flatMap(([path, own]) => [
    path,
    ...own.map(
      ({ line, within, text, conditions = "" }) =>
        `  ${line}${within === null ? "" : ` in ${within}`}: ${text}${conditions}`,
    ),
  ]);
  const left = lines.slice(most);
  if (left.length === 0) return rows;
  const files = new Set(left.map(({ path }) => path)).size;
  return [
    ...rows,
    `${countOf(left.length, "more line", { more: isCapped })} in ${countOf(files, "file")}: search_text lists them.`,
  ];
}

/** The same in words: `Also named in 2 files whose language has no graph: src/App.vue, tools/release.py`. */
export function textOnlyLines({ files, paths, lines, capped }: TextOnlyFields): string[] {
  if (files === 0) return [];
  // A schema's names stand in code that has a graph, too.
  const what = paths.some((path) => languageOf(path)) ? "" : " whose language has no graph";
  const count = countOf(files, "file", { more: capped }) + what;
  if (lines !== undefined) return ["", `By name, in ${count}:`, ...lines];
  const more = files > paths.length || capped ? ", …" : "";
  return ["", `Also named in ${count}: ${paths.join(", ")}${more}`];
}

/** Fewer of the lines, for an answer that is too large. */
export function withFewerLines({ lines = [], ...files }: TextOnlyFields): TextOnlyFields {
  if (lines.length <= MOST_BESIDE) return files;
  return { ...files, lines: [...lines.slice(0, MOST_BESIDE), "…"] };
}

/** A file's own symbol has no name in its text. */
