/** A graph written by hand into a real database: what the write line would leave there, without parsing anything. */
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { EdgeKind, EdgeRule, EdgeTier } from "../../src/model/edge.js";
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS } from "../../src/model/edge.js";
import type { SymbolKind } from "../../src/model/parse-result.js";
import type { SqlType } from "../../src/store/db/columns.js";
import type { Db } from "../../src/store/db/db.js";
import { FLAGS } from "../../src/store/symbol-heads.js";
import type { View } from "../../src/store/views.js";
import { dedent } from "../helpers/dedent.js";

export interface FixtureSymbol {
  /** node_id; several with one id are spans of one symbol. */
  id: string;
  kind: SymbolKind;
  name: string;
  qualified?: string;
  lines: [start: number, end: number];
  /** Position of the parent in the file's list; the file symbol, 0, by default. */
  parent?: number;
  signature?: string;
  returns?: string;
  doc?: string;
  flags?: (typeof FLAGS)[number][];
}

export interface FixtureFile {
  path: string;
  language: string;
  /** Without the file's own symbol, whose id is `file:` and the path with - for every other character, and which comes first. */
  symbols: FixtureSymbol[];
  edges?: { from: number; kind: EdgeKind; tier: EdgeTier; rule?: EdgeRule; line: number; to: string }[];
  errorRanges?: [number, number][];
  /** Its text, where a test wants to see it. */
  text?: string;
}

export const fileId = (path: string) => `file-${path.replace(/\W/g, "-")}`;

/** Writes files into view 1 of a new project, after `firstVersion` - 1 versions that are there already, and publishes them. */
export async function seedGraph(
  db: Db,
  projectId: string,
  files: readonly FixtureFile[],
  firstVersion = 1,
): Promise<View> {
  const view = { projectId, viewId: 1 };
  await db.query("insert into projects (project_id, name, root) values ($1, $1, $2) on conflict do nothing", [
    projectId,
    `/${projectId}`,
  ]);
  await db.query(
    "insert into views (project_id, view_id, ref, generation) values ($1, 1, 'worktree', 1) on conflict do nothing",
    [projectId],
  );
  const symbols = files.flatMap((file, index) =>
    [fileSymbol(file), ...file.symbols].map((symbol, ordinal) => ({
      ...symbol,
      ordinal,
      file,
      version: firstVersion + index,
    })),
  );
  const contains = symbols
    .filter((symbol) => symbol.ordinal > 0)
    .map((symbol) => ({
      from: symbol.parent ?? 0,
      kind: "contains" as const,
      tier: "exact" as const,
      rule: "scope" as EdgeRule,
      line: symbol.lines[0],
      to: symbol.id,
      set: symbol.version,
    }));
  const references = files.flatMap((file, index) =>
    (file.edges ?? []).map((edge) => ({ ...edge, set: firstVersion + index })),
  );
  const edges = [...contains, ...references];
  await insert(db, "symbols", symbols, {
    project_id: ["text", () => projectId],
    symbol_id: ["int4", (_, index) => firstVersion * 1000 + index],
    version_id: ["int4", (symbol) => symbol.version],
    ordinal: ["int4", (symbol) => symbol.ordinal],
    parent_ordinal: ["int4", (symbol) => (symbol.ordinal === 0 ? -1 : (symbol.parent ?? 0))],
    node_id: ["text", (symbol) => symbol.id],
    name: ["text", (symbol) => symbol.name],
    qualified_name: ["text", (symbol) => symbol.qualified ?? symbol.name],
    node_type: ["text", (symbol) => symbol.kind],
    language: ["text", (symbol) => symbol.file.language],
    line_start: ["int4", (symbol) => symbol.lines[0]],
    line_end: ["int4", (symbol) => symbol.lines[1]],
    start_offset: ["int4", () => 0],
    end_offset: ["int4", () => 0],
    access_modifier: ["text", () => "public"],
    flags: ["int4", (symbol) => (symbol.flags ?? []).reduce((bits, flag) => bits | (1 << FLAGS.indexOf(flag)), 0)],
    parameter_signature: ["text", (symbol) => symbol.signature ?? null],
    parameter_count: ["int4", () => null],
    return_type: ["text", (symbol) => symbol.returns ?? null],
    doc: ["text", (symbol) => symbol.doc ?? null],
  });
  await insert(db, "edges", edges, {
    project_id: ["text", () => projectId],
    edge_set_id: ["int4", (edge) => edge.set],
    source_ordinal: ["int4", (edge) => edge.from],
    kind: ["int2", (edge) => EDGE_KINDS.indexOf(edge.kind)],
    tier: ["int2", (edge) => EDGE_TIERS.indexOf(edge.tier)],
    rule: ["int2", (edge) => EDGE_RULES.indexOf(edge.rule ?? "unrecorded")],
    line: ["int4", (edge) => edge.line],
    target: ["text", (edge) => edge.to],
  });
  await insert(
    db,
    "files",
    files.map((file, index) => ({ file, id: firstVersion + index })),
    {
      project_id: ["text", () => projectId],
      view_id: ["int4", () => view.viewId],
      path: ["text", ({ file }) => file.path],
      status: ["text", ({ file }) => (file.errorRanges ? "partial" : "indexed")],
      language: ["text", ({ file }) => file.language],
      content_hash: ["bytea", ({ file }) => hashOf(file)],
      version_id: ["int4", ({ id }) => id],
      edge_set_id: ["int4", ({ id }) => id],
      error_ranges: ["jsonb", ({ file }) => file.errorRanges ?? null],
      names: ["bytea", () => null],
      generation: ["int8", () => 1],
    },
  );
  const withText = files.filter((file) => file.text !== undefined);
  await insert(db, "contents", withText, {
    project_id: ["text", () => projectId],
    content_hash: ["bytea", hashOf],
    size: ["int4", (file) => file.text!.length],
    data: ["bytea", (file) => deflateRawSync(file.text!)],
  });
  for (const name of new Set(symbols.map((symbol) => symbol.name))) {
    await db.query("insert into symbol_names (project_id, name) values ($1, $2) on conflict do nothing", [
      projectId,
      name,
    ]);
  }
  return {
    ...view,
    ref: "worktree",
    generation: 1,
    commit: null,
    indexedAt: null,
    totals: {
      files: files.length,
      partial: 0,
      skipped: 0,
      failed: 0,
      symbols: symbols.length,
      edges: edges.length,
      chunks: 0,
      languages: {},
    },
    buildToken: null,
    rowFormat: null,
    openJobs: 0,
    openChanges: 0,
    vectors: [],
  };
}

const hashOf = (file: FixtureFile) =>
  createHash("sha256")
    .update(file.text ?? file.path)
    .digest();

function fileSymbol(file: FixtureFile): FixtureSymbol {
  return {
    id: fileId(file.path),
    kind: "file",
    name: file.path.split("/").at(-1)!,
    qualified: file.path,
    lines: [1, 100],
  };
}

async function insert<Item>(
  db: Db,
  table: string,
  items: readonly Item[],
  columns: Record<string, [type: SqlType, value: (item: Item, at: number) => unknown]>,
): Promise<void> {
  await db.insertRows(
    table,
    Object.fromEntries(
      Object.entries(columns).map(([name, [type, value]]) => [name, { type, values: items.map(value) }]),
    ),
  );
}

const external = "extLogInfo1";

/**
 * TypeScript: an interface with two implementations, a class with a constructor, overloads, name-only matches, a library call and calls
 * nobody can place. C#: a partial class in two files. Read it beside the tests.
 */
const FILES: FixtureFile[] = [
  {
    path: "src/auth.ts",
    language: "typescript",
    symbols: [
      { id: "authIface", kind: "interface", name: "Auth", lines: [1, 3] },
      { id: "authLogin", kind: "method", name: "login", qualified: "Auth.login", lines: [2, 2], parent: 1 },
      {
        id: "svcClass",
        kind: "class",
        name: "AuthService",
        lines: [5, 30],
        flags: ["isPublicApi"],
        doc: "Signs people in.",
      },
      {
        id: "svcCtor",
        kind: "constructor",
        name: "constructor",
        qualified: "AuthService.constructor",
        lines: [6, 8],
        parent: 3,
      },
      {
        id: "svcLogin",
        kind: "method",
        name: "login",
        qualified: "AuthService.login",
        lines: [10, 20],
        parent: 3,
        signature: "(user: string)",
        returns: "Promise<User>",
        flags: ["isAsync", "isPublicApi"],
      },
      { id: "svcHash", kind: "method", name: "hash", qualified: "AuthService.hash", lines: [22, 29], parent: 3 },
    ],
    edges: [
      { from: 3, kind: "implements", tier: "exact", line: 5, to: "authIface" },
      { from: 5, kind: "overrides", tier: "exact", rule: "override", line: 10, to: "authLogin" },
      { from: 5, kind: "calls", tier: "exact", rule: "receiver-type", line: 12, to: "svcHash" },
      { from: 5, kind: "calls", tier: "exact", line: 14, to: "svcHash" },
      { from: 5, kind: "calls", tier: "external", line: 13, to: external },
      { from: 5, kind: "calls", tier: "unresolved", rule: "unknown-receiver", line: 15, to: "?audit" },
      { from: 5, kind: "calls", tier: "candidate", line: 16, to: "parseFn" },
    ],
  },
  {
    path: "src/app.ts",
    language: "typescript",
    text: dedent`
      import { AuthService } from "./auth";

      function start() {
        const auth = new AuthService();
        auth.login("me");
    `,
    symbols: [
      { id: "appStart", kind: "function", name: "start", lines: [3, 12] },
      { id: "appHandle", kind: "function", name: "handle", lines: [14, 20] },
    ],
    edges: [
      { from: 0, kind: "imports", tier: "import", line: 1, to: fileId("src/auth.ts") },
      { from: 0, kind: "imports", tier: "import", line: 1, to: "svcClass" },
      { from: 1, kind: "calls", tier: "import", rule: "import", line: 4, to: "svcCtor" },
      { from: 1, kind: "references", tier: "import", line: 4, to: "svcClass" },
      { from: 1, kind: "calls", tier: "exact", line: 5, to: "svcLogin" },
      { from: 1, kind: "calls", tier: "exact", line: 9, to: "svcLogin" },
      { from: 2, kind: "calls", tier: "exact", rule: "receiver-type", line: 15, to: "authLogin" },
      { from: 2, kind: "calls", tier: "exact", line: 16, to: "appHandle" },
      { from: 2, kind: "accepts", tier: "import", line: 14, to: "authIface" },
      { from: 0, kind: "calls", tier: "exact", line: 22, to: "appStart" },
    ],
  },
  {
    path: "src/legacy.js",
    language: "javascript",
    symbols: [{ id: "legacyRun", kind: "function", name: "run", lines: [1, 9] }],
    edges: [
      { from: 1, kind: "calls", tier: "candidate", line: 2, to: "svcLogin" },
      { from: 1, kind: "calls", tier: "unique", line: 3, to: "svcHash" },
      { from: 1, kind: "calls", tier: "unresolved", rule: "unknown-receiver", line: 4, to: "?login" },
      { from: 1, kind: "calls", tier: "unresolved", rule: "no-such-member", line: 7, to: "?login" },
      { from: 1, kind: "calls", tier: "exact", line: 5, to: "appStart" },
      { from: 1, kind: "implements", tier: "unresolved", rule: "undeclared-name", line: 1, to: "?Auth" },
    ],
    errorRanges: [[11, 13]],
  },
  {
    path: "src/parse.ts",
    language: "typescript",
    symbols: [
      { id: "parseFn", kind: "function", name: "parse", lines: [1, 1], signature: "(text: string)" },
      { id: "parseFn", kind: "function", name: "parse", lines: [2, 2], signature: "(text: Buffer)" },
      {
        id: "parseFn",
        kind: "function",
        name: "parse",
        lines: [3, 9],
        signature: "(text: string | Buffer)",
        doc: "Reads.",
      },
    ],
  },
  {
    path: "Shop/Cart.Totals.cs",
    language: "csharp",
    symbols: [
      { id: "cartClass", kind: "class", name: "Cart", qualified: "Shop.Cart", lines: [4, 20] },
      { id: "cartTotal", kind: "method", name: "Total", qualified: "Shop.Cart.Total", lines: [6, 9], parent: 1 },
    ],
    edges: [{ from: 2, kind: "calls", tier: "exact", line: 7, to: "cartAdd" }],
  },
  {
    path: "Shop/Cart.cs",
    language: "csharp",
    symbols: [
      {
        id: "cartClass",
        kind: "class",
        name: "Cart",
        qualified: "Shop.Cart",
        lines: [3, 30],
        flags: ["isAbstract"],
        doc: "A cart.",
      },
      { id: "cartAdd", kind: "method", name: "Add", qualified: "Shop.Cart.Add", lines: [5, 12], parent: 1 },
      { id: "cartSub", kind: "class", name: "BigCart", qualified: "Shop.BigCart", lines: [32, 40] },
      { id: "cartSubSub", kind: "class", name: "HugeCart", qualified: "Shop.HugeCart", lines: [42, 50] },
    ],
    edges: [
      { from: 3, kind: "inherits", tier: "import", line: 32, to: "cartClass" },
      { from: 4, kind: "inherits", tier: "exact", line: 42, to: "cartSub" },
    ],
  },
];

/** Fills the database with the graph above, and with an older generation of it whose callers nobody may see. */
export async function seedSample(db: Db): Promise<View> {
  const view = await seedGraph(db, "sample", FILES, 10);
  await db.query(
    "insert into external_symbols (project_id, node_id, name, module) values ('sample', $1, 'info', 'pino')",
    [external],
  );
  const stale = {
    path: "src/gone.ts",
    language: "typescript",
    symbols: [{ id: "goneFn", kind: "function" as const, name: "gone", lines: [1, 2] as [number, number] }],
    edges: [{ from: 1, kind: "calls" as const, tier: "exact" as const, line: 1, to: "svcLogin" }],
  };
  await seedGraph(db, "sample", [stale], 1);
  await db.query("delete from files where path = 'src/gone.ts'");
  await db.query(
    "insert into files (project_id, view_id, path, status, reason, detail, generation) values ('sample', 1, 'dist/app.js', 'skipped', 'ignored', 'dist/ (.gitignore:1)', 1)",
  );
  return view;
}
