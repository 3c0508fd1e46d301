/** The references of a file: each with its line, and the symbols at the other ends once. */
import {
  EDGE_TIERS,
  type EdgeKind,
  type EdgeRule,
  type EdgeTier,
  REFERENCE_KINDS,
  unresolvedTarget,
} from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { headsOfFile } from "../../store/symbol-heads.js";
import type { ExternalSymbol } from "../../store/unresolved.js";
import type { View } from "../../store/views.js";
import { readTargets } from "../relations.js";
import type { CodeSymbol } from "../symbol.js";
import { readOutline } from "./outline.js";

/** The most references of one file that an answer lists; hardly any file has as many. */
const MOST_REFERENCES = 20_000;

export interface FileReference {
  line: number;
  kind: EdgeKind;
  tier: EdgeTier;
  rule: EdgeRule;
  /** node_id of a symbol or of an external one; null: it is not known, and `name` is what the code says. */
  target: string | null;
  name: string | null;
}

export interface FileReferences {
  /** By line; of one line the surest first. */
  references: FileReference[];
  /** The symbols of the project that they lead to, by node_id. */
  symbols: Map<string, CodeSymbol>;
  /** Those outside the project. */
  externals: Map<string, ExternalSymbol>;
  /** Whether the file has more than these. */
  isCapped: boolean;
}

/** Reads the references of a file; `path` is normalized. Throws `not_found` for a path that is not in the index, saying why. */
export async function referencesOfFile(db: Db, view: View, path: string): Promise<FileReferences> {
  const { file } = await readOutline(db, view, path);
  // A file without a language refers to nothing that is known.
  if (file === null) return { references: [], symbols: new Map(), externals: new Map(), isCapped: false };
  const sources = await headsOfFile(db, view, file.versionId);
  const edges = await outgoingEdges(db, view, sources, {
    kinds: REFERENCE_KINDS,
    tiers: EDGE_TIERS,
    limit: MOST_REFERENCES + 1,
  });
  const shown = edges.slice(0, MOST_REFERENCES);
  const unknown = unresolvedTarget("");
  const known = shown.filter(({ target }) => !target.startsWith(unknown)).map(({ target }) => target);
  const { symbols, externals } = await readTargets(db, view, known);
  const met = new Set<string>();
  const references: FileReference[] = [];
  for (const { line, kind, tier, rule, target } of shown) {
    const key = `${line} ${kind} ${target}`;
    // Two symbols that stand for one place, such as a class and its constructor, refer alike.
    if (met.has(key)) continue;
    met.add(key);
    const isUnknown = target.startsWith(unknown);
    if (!isUnknown && !symbols.has(target) && !externals.has(target)) continue;
    const name = isUnknown ? target.slice(unknown.length) : null;
    references.push({ line, kind, tier, rule, target: isUnknown ? null : target, name });
  }
  references.sort((a, b) => a.line - b.line || EDGE_TIERS.indexOf(a.tier) - EDGE_TIERS.indexOf(b.tier));
  return { references, symbols, externals, isCapped: edges.length > MOST_REFERENCES };
}
