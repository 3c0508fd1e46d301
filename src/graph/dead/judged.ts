/** The declarations that are judged, and the places where programs begin. */
import { nth } from "../../base/need.js";
import { isType } from "../../languages/usage.js";
import { pathClassOf } from "../../model/paths.js";
import { ownerOf, type WholeGraph } from "../files/whole-graph.js";

/** Kinds of declarations that are judged. Fields and properties only where they are private: others may be read as data. */
export const JUDGED_KINDS = [
  "function",
  "method",
  "class",
  "interface",
  "struct",
  "record",
  "enum",
  "type",
  "constant",
  "variable",
  "component",
  "property",
  "field",
] as const;
const JUDGED: ReadonlySet<string> = new Set(JUDGED_KINDS);
const DATA: ReadonlySet<string> = new Set(["property", "field", "constant", "variable"]);
/** Names of fewer letters stand everywhere. */
const SHORTEST = 3;

/** The declarations that are judged: of languages with conventions, in files that people wrote. */
export function judgedNodes(graph: WholeGraph, withTests: boolean): Set<number> {
  const judged = new Set<number>();
  for (const [node, { spans }] of graph.nodes.entries()) {
    const isWritten = spans.every(({ file }) => {
      const { path, meaning, isSearched } = nth(graph.files, file);
      const place = pathClassOf(path);
      return meaning?.usage && !meaning.shape && isSearched && (place === "source" || (withTests && place === "test"));
    });
    const span = nth(spans, 0);
    if (!isWritten || span.ordinal === 0 || !JUDGED.has(span.nodeType) || span.name.length < SHORTEST) continue;
    const owner = ownerOf(graph, span);
    if (
      owner &&
      DATA.has(span.nodeType) &&
      (!isType(owner.nodeType) || owner.nodeType === "enum" || span.access !== "private")
    )
      continue;
    // Members of literals, and of functions, go where their owner goes.
    if (
      owner &&
      !isType(owner.nodeType) &&
      !["namespace", "module", "extension", "function", "method"].includes(owner.nodeType)
    )
      continue;
    judged.add(node);
  }
  return judged;
}

/** Where programs begin: the top level of files, and what is not judged and stands in nothing. */
export function rootsOf(graph: WholeGraph, judged: ReadonlySet<number>, isWanted: (file: number) => boolean): number[] {
  const roots: number[] = [];
  for (const [node, { spans }] of graph.nodes.entries())
    if (!judged.has(node) && spans.some((span) => isWanted(span.file) && (span.ordinal === 0 || !ownerOf(graph, span))))
      roots.push(node);
  return roots;
}

/** How many files of each language are not judged, as not enough is known of its conventions. */
export function notJudged(graph: WholeGraph): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { language, meaning } of graph.files)
    if (language !== null && (!meaning?.usage || meaning.shape)) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}
