/** Counts of what a list of relations says: entries, lines and files are three numbers. */
import { present } from "../base/need.js";
import type { Relation } from "./relations.js";

export interface RelationCounts {
  /** Symbols at the other end, each once, whatever its relations. */
  symbols: number;
  /** Lines that have a reference. */
  lines: number;
  /** Files that these lines are in. */
  files: number;
}

/** The counts of those relations that are direct. */
export function countRelations(relations: readonly Relation[]): RelationCounts {
  const symbols = new Set<string>();
  const lines = new Set<string>();
  const files = new Set<string>();
  let leftOut = 0;
  for (const { depth, symbol, external, path, lines: own, linesLeftOut = 0 } of relations) {
    if (depth > 1) continue;
    symbols.add(symbol?.nodeId ?? present(external).nodeId);
    files.add(path);
    leftOut += linesLeftOut;
    for (const line of own) lines.add(`${path}:${line}`);
  }
  return { symbols: symbols.size, lines: lines.size + leftOut, files: files.size };
}
