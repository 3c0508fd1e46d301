/**
 * The pattern language of .gitignore: a file's lines to rules, and whether a rule matches one path.
 *
 * A rule is asked about a path by itself, never about the folders above it: the walk asks from the top and stops at a folder that is left out. So a
 * nearer file, or `.codeindexignore`, can take in again a path that a file further up left out. (The `ignore` package answers for the path and its
 * folders together, and keeps every path it was asked about.)
 */
import { ANY_FOLDERS, MANY, matchesPart, matchesParts, parseSegments, type Segment } from "../glob.js";

/** One line of an ignore file. */
export interface IgnoreRule {
  /** `!pattern`: takes in again. */
  negated: boolean;
  /** `pattern/`: folders only. */
  folderOnly: boolean;
  /** Without a `/` inside: one segment, compared with the last part of the path, at any depth. */
  anchored: boolean;
  segments: Segment[];
  /** As written, for people. */
  pattern: string;
  /** The file it stands in, relative to the repository, and the line, from 1. */
  file: string;
  line: number;
}

/** Reads an ignore file. Lines that git would never match anything with are left out. */
export function parseIgnoreFile(text: string, file: string): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    const rule = parseRule(line.replace(/\r$/, ""), file, index + 1);
    if (rule) rules.push(rule);
  }
  return rules;
}

function parseRule(written: string, file: string, line: number): IgnoreRule | null {
  if (written === "" || written.startsWith("#")) return null;
  let pattern = withoutTrailingSpaces(written);
  const shown = pattern;
  const negated = pattern.startsWith("!");
  if (negated) pattern = pattern.slice(1);
  const folderOnly = pattern.endsWith("/");
  if (folderOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  if (pattern === "") return null;
  const segments = parseSegments(pattern, anchored);
  // `a/**` is everything below a, not a itself.
  if (segments?.at(-1) === ANY_FOLDERS) segments.push([MANY]);
  return segments && { negated, folderOnly, anchored, segments, pattern: shown, file, line };
}

/** Spaces at the end do not count, unless a backslash stands before them. */
function withoutTrailingSpaces(pattern: string): string {
  let end = pattern.length;
  while (end > 0 && pattern[end - 1] === " ") end--;
  let backslashes = 0;
  while (pattern[end - 1 - backslashes] === "\\") backslashes++;
  return pattern.slice(0, end < pattern.length && backslashes % 2 === 1 ? end + 1 : end);
}

/** The rule that decides about a path: the last to match; null where none does. `path` is relative to the folder the rules belong to. */
export function decidingRule(rules: readonly IgnoreRule[], path: string, isFolder: boolean): IgnoreRule | null {
  const parts = path.split("/");
  const name = parts[parts.length - 1]!;
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index]!;
    if (rule.folderOnly && !isFolder) continue;
    if (rule.anchored ? matchesParts(rule.segments, parts) : matchesPart(rule.segments[0]!, name)) return rule;
  }
  return null;
}

/** The rule as people see it: `dist/ (packages/web/.gitignore:3)`. */
export function describeRule(rule: IgnoreRule): string {
  return `${rule.pattern} (${rule.file}:${rule.line})`;
}
