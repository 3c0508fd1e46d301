/** Symbols: how they are written, and reading them by id. The graph reads their heads, in symbol-heads.ts. */
import { nth } from "../base/need.js";
import type { ParsedSymbol } from "../model/parse-result.js";
import type { Columns } from "./db/columns.js";
import type { Db } from "./db/db.js";
import { ONE_PLAN } from "./db/one-plan.js";
import { FLAGS, headsOf, type SymbolHead, type SymbolHeadColumns, symbolHeadColumns } from "./symbol-heads.js";
import type { NewVersion, VersionIds } from "./version-rows.js";
import type { View } from "./views.js";

/** The flags of a symbol as bits. */
function flagsOf(symbol: ParsedSymbol): number {
  return FLAGS.reduce((bits, flag, position) => (symbol[flag] ? bits | (1 << position) : bits), 0);
}

/** Names are indexed, and an entry of an index has at most 2,704 bytes. */
const LONGEST_NAME_BYTES = 2000;

/** A name as its column holds it: one that no person wrote is cut. */
export function storableName(name: string): string {
  // A UTF-16 unit takes three bytes at most.
  if (name.length * 3 <= LONGEST_NAME_BYTES || Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  return Buffer.from(name)
    .toString("utf8", 0, LONGEST_NAME_BYTES)
    .replace(/\uFFFD$/, "");
}

/** Rows of `symbols` for `insertRows`. The file symbol, which the parse leaves without a name, is named by its path. */
export function symbolColumns(projectId: string, versions: readonly NewVersion[], ids: readonly VersionIds[]): Columns {
  const rows: { symbol: ParsedSymbol; version: NewVersion; nodeId: string; ids: VersionIds; ordinal: number }[] = [];
  for (const [index, version] of versions.entries()) {
    for (const [ordinal, symbol] of version.symbols.entries()) {
      rows.push({ symbol, version, nodeId: nth(version.nodeIds, ordinal), ids: nth(ids, index), ordinal });
    }
  }
  const isFile = ({ ordinal, symbol }: (typeof rows)[number]) => ordinal === 0 && symbol.kind === "file";
  return {
    project_id: { type: "text", values: rows.map(() => projectId) },
    symbol_id: { type: "int4", values: rows.map((row) => row.ids.firstSymbol + row.ordinal) },
    version_id: { type: "int4", values: rows.map((row) => row.ids.versionId) },
    ordinal: { type: "int4", values: rows.map((row) => row.ordinal) },
    parent_ordinal: { type: "int4", values: rows.map((row) => row.symbol.parent) },
    node_id: { type: "text", values: rows.map((row) => row.nodeId) },
    name: { type: "text", values: rows.map((row) => (isFile(row) ? row.version.path : storableName(row.symbol.name))) },
    qualified_name: {
      type: "text",
      values: rows.map((row) => (isFile(row) ? row.version.path : storableName(row.symbol.qualifiedName))),
    },
    node_type: { type: "text", values: rows.map((row) => row.symbol.kind) },
    language: { type: "text", values: rows.map((row) => row.version.language ?? "") },
    line_start: { type: "int4", values: rows.map((row) => row.symbol.startLine) },
    line_end: { type: "int4", values: rows.map((row) => row.symbol.endLine) },
    start_offset: { type: "int4", values: rows.map((row) => row.symbol.start) },
    end_offset: { type: "int4", values: rows.map((row) => row.symbol.end) },
    access_modifier: { type: "text", values: rows.map((row) => row.symbol.access) },
    flags: { type: "int4", values: rows.map((row) => flagsOf(row.symbol)) },
    parameter_signature: { type: "text", values: rows.map((row) => row.symbol.parameterSignature) },
    parameter_count: { type: "int4", values: rows.map((row) => row.symbol.parameterCount) },
    return_type: { type: "text", values: rows.map((row) => row.symbol.returnType) },
    doc: { type: "text", values: rows.map((row) => row.symbol.doc) },
  };
}

/** Symbols of a view by their ids; those that the view does not have are left out. */
export async function symbolsByIds(
  db: Db,
  view: View,
  symbolIds: readonly number[],
): Promise<(SymbolHead & { symbolId: number })[]> {
  if (symbolIds.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns & { symbol_id: number }>(
    `${ONE_PLAN} select s.symbol_id, ${symbolHeadColumns("s", "f")}
     from symbols s
     join files f on f.project_id = s.project_id and f.view_id = $2 and f.version_id = s.version_id
     where s.project_id = $1 and s.symbol_id = any($3)`,
    [view.projectId, view.viewId, symbolIds],
  );
  const headOf = headsOf(db, view.projectId);
  return rows.map((row) => ({ ...headOf(row), symbolId: row.symbol_id }));
}

/** Names of a project that begin so in any case, but for underscores and the like before it; in order. */
export async function namesBeginning(db: Db, projectId: string, prefix: string, limit: number): Promise<string[]> {
  const escaped = prefix.replace(/[^\p{L}\p{N}_]/gu, "\\$&");
  const rows = await db.query<{ name: string }>(
    "select name from symbol_names where project_id = $1 and name ~* $2 order by name limit $3",
    [projectId, `^[^[:alnum:]]*${escaped}`, limit],
  );
  return rows.map((row) => row.name);
}

/** Distinct symbol names like `text`, the likest first: for typing errors. Names that only old versions have are among them. */
export async function similarNames(db: Db, projectId: string, text: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from symbol_names where project_id = $1 and name % $2 order by similarity(name, $2) desc, name limit $3`,
    [projectId, text, limit],
  );
  return rows.map((row) => row.name);
}
