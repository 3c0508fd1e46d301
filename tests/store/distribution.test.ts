/**
 * The schema and the statements, held against the rules of Citus, which distributes tables by one column: each index table by project_id. docs/decisions.md
 * says what else stands in the way.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Parser from "tree-sitter";
import TypeScript from "tree-sitter-typescript";
import { describe, expect, test } from "vitest";
import { describeStores } from "../helpers/store.js";

/** Tables that stay whole: they are small, and most are asked for without a project. */
const WHOLE = [
  "audit_log",
  "embedding_models",
  "jobs",
  "keys",
  "migrations",
  "page_sessions",
  "processes",
  "projects",
  "removed_roots",
  "settings",
  "tasks",
  "tokens",
];

interface Key {
  table: string;
  name: string;
  columns: string[];
}

describeStores("the schema", (store) => {
  test("has no key of a distributed table that does not begin with project_id", async () => {
    const keys = await store().query<Key>(
      `select c.relname as "table", i.relname as name,
         (select array_agg(a.attname::text order by k.place) from unnest(x.indkey::int[]) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as columns
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       where x.indisunique and c.relnamespace = 'public'::regnamespace order by 1, 2`,
    );
    const distributed = keys.filter(({ table }) => !WHOLE.includes(table));
    expect(distributed.length).toBeGreaterThan(10);
    expect(distributed.filter(({ columns }) => columns[0] !== "project_id")).toEqual([]);
  });

  test("has no reference from a table that stays whole to a distributed one, and between those only by project_id", async () => {
    const references = await store().query<{ from: string; to: string; columns: string[] }>(
      `select conrelid::regclass::text as "from", confrelid::regclass::text as "to",
         (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as k (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number) as columns
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    expect(references.length).toBeGreaterThan(2);
    const wrong = references.filter(
      ({ from, to, columns }) => !WHOLE.includes(to) && (WHOLE.includes(from) || columns[0] !== "project_id"),
    );
    expect(wrong).toEqual([]);
  });

  test("has identities of bigint alone, and no triggers", async () => {
    const identities = await store().query<{ table: string; type: string }>(
      `select table_name as "table", data_type as type from information_schema.columns
       where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval%')`,
    );
    expect(identities.length).toBeGreaterThan(2);
    expect(identities.filter(({ type }) => type !== "bigint")).toEqual([]);
    expect(await store().query("select tgname from pg_trigger where not tgisinternal")).toEqual([]);
  });

  test("leaves a table whole where it has no project_id, and distributes the others", async () => {
    const tables = await store().query<{ table: string; isOfProject: boolean }>(
      `select c.relname as "table", exists (
           select from pg_attribute where attrelid = c.oid and attname = 'project_id') as "isOfProject"
       from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    const known = new Map(tables.map(({ table, isOfProject }) => [table, isOfProject]));
    expect(WHOLE.filter((table) => !known.has(table))).toEqual([]);
    expect([...known].flatMap(([table, isOfProject]) => (isOfProject || WHOLE.includes(table) ? [] : [table]))).toEqual(
      [],
    );
  });
});

describe("the statements of store/", () => {
  const SRC = join(import.meta.dirname, "../../src/store");
  const parser = new Parser();
  parser.setLanguage(TypeScript.typescript as Parser.Language);
  const migrations = join(import.meta.dirname, "../../migrations");
  const made = readdirSync(migrations)
    .flatMap((name) => [
      ...readFileSync(join(migrations, name), "utf8").matchAll(/create table (?:if not exists )?(\w+)/g),
    ])
    .map(([, table]) => table!);
  const distributed = made.filter((table) => !WHOLE.includes(table));

  test("name the project wherever they ask a distributed table", () => {
    const asks = new RegExp(`\\b(?:from|join|into|update)\\s+(?:${distributed.join("|")})\\b`, "i");
    const statements = readdirSync(SRC, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => {
        const text = readFileSync(join(SRC, path), "utf8");
        // tree-sitter takes no string of more than 32 KB.
        const tree = parser.parse((index: number) => text.slice(index, index + 16_384));
        return tree.rootNode
          .descendantsOfType(["string", "template_string"])
          .map((node) => ({ path, statement: node.text.replace(/\s+/g, " ") }));
      })
      .filter(({ statement }) => asks.test(statement));
    expect(statements.length).toBeGreaterThan(80);
    expect(statements.filter(({ statement }) => !statement.includes("project_id"))).toEqual([]);
  });
});
