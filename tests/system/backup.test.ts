/** The commands of docs/operations.md, as they stand there: what they back up is restored into an empty database, and answers the same. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { issueToken } from "../../src/auth/issue.js";
import { readConfig } from "../../src/config/config.js";
import { type App, createApp } from "../../src/processes/service.js";
import { listTokens } from "../../src/store/tokens.js";
import { asker } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { createEmptyDatabase, openPostgres } from "../helpers/store.js";
import { until } from "../helpers/until.js";

const { TEST_DATABASE_URL: server, TEST_POSTGRES_TOOLS: tools } = process.env;

const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
const [, section = ""] = page.split("\n## Backup and restore\n");
const [whole, small, restore] = Array.from(section.matchAll(/^ *```sh\n(.*?)^ *```$/gms), ([, commands]) => commands!);

/** The page of the chart restores into the database that there is: its commands beside those of the cluster, with a dump of any name. */
const kubernetes = readFileSync(new URL("../../docs/kubernetes.md", import.meta.url), "utf8");
const [, block = ""] = /\n## Backup and restore\n.*?```sh\n(.*?)```/s.exec(kubernetes) ?? [];
const inPlace = block
  .split("\n")
  .filter((line) => /^(psql|pg_restore) /.test(line))
  .join("\n")
  .replace("codeindex-….dump", "codeindex.dump");

const FILES = {
  "basket.ts": dedent`
    import { priceOf } from "./price.js";
    export const total = (items: string[]) => items.map(priceOf);
  `,
  "price.ts": dedent`
    /** Looks a price up. */
    export function priceOf(item: string) {
      return item.length;
    }
  `,
};
const QUESTIONS: [tool: string, input: object][] = [
  ["search_code", { query: "look a price up" }],
  ["search_symbols", { query: "priceOf" }],
  ["get_callers", { symbols: ["priceOf"] }],
  ["read_file", { path: "price.ts" }],
  ["get_file_outline", { path: "basket.ts" }],
];

describe.runIf(server && tools)("a backup", () => {
  let database: Awaited<ReturnType<typeof openPostgres>>;
  let repository: string;
  let folder: string;
  let answers: unknown[];
  beforeAll(async () => {
    database = await openPostgres(server!);
    folder = temporaryFolder();
    repository = join(folder, "shop");
    writeFiles(repository, FILES);
    const app = await open(database.url);
    try {
      await isIndexed(app);
      await issueToken(app.db, { name: "ann", scope: "read" });
      answers = await answersOf(app);
    } finally {
      await app.close();
    }
  });
  afterAll(() => database?.remove());

  function open(url: string): Promise<App> {
    const flags = { repos: [repository], logLevel: "silent", port: 0 };
    return createApp(readConfig(flags, { DATABASE_URL: url, XDG_DATA_HOME: folder }));
  }

  /** Resolves when the project is built, and its vectors are made. */
  async function isIndexed(app: App): Promise<void> {
    const [project] = await app.projects();
    await until(
      async () => {
        const view = await app.viewOf(project!);
        return view.generation > 0 && view.vectors.some(({ generation }) => generation === view.generation);
      },
      { within: 60_000 },
    );
  }

  async function answersOf(app: App): Promise<unknown[]> {
    const ask = asker(() => app);
    return Promise.all(
      QUESTIONS.map(async ([tool, input]) => {
        // Times differ.
        const { index: _, metadata: __, ...answer } = (await ask(tool, input)).structured as Record<string, unknown>;
        return answer;
      }),
    );
  }

  function run(commands: string, url: string): void {
    const env = { ...process.env, DATABASE_URL: url, PATH: `${tools}:${process.env.PATH}` };
    execFileSync("bash", ["-euc", commands], { cwd: folder, env, stdio: ["ignore", "inherit", "pipe"] });
  }

  async function restored(backup: string): Promise<App> {
    run(backup, database.url);
    const empty = await createEmptyDatabase(server!);
    onTestFinished(() => empty.remove());
    run(restore!, empty.url);
    const app = await open(empty.url);
    onTestFinished(() => app.close());
    return app;
  }

  test("of everything answers at once, as before", async () => {
    const app = await restored(whole!);
    const [project] = await app.projects();
    expect((await app.viewOf(project!)).generation).toBe(1);
    expect(await answersOf(app)).toEqual(answers);
    expect((await listTokens(app.db)).map(({ name }) => name)).toContain("ann");
  });

  test("is restored in place of what a database holds by now, as the chart's page says", async () => {
    const own = await createEmptyDatabase(server!);
    onTestFinished(() => own.remove());
    run(whole!, database.url);
    run(restore!, own.url);
    const later = await open(own.url);
    await issueToken(later.db, { name: "ben", scope: "read" });
    await later.close();
    // The chart has a Redis for the queue.
    run('psql --quiet "$DATABASE_URL" --command="drop schema bullmq cascade"', own.url);
    run(inPlace, own.url);
    const app = await open(own.url);
    onTestFinished(() => app.close());
    expect((await listTokens(app.db)).map(({ name }) => name)).toEqual(["ann"]);
    expect(await answersOf(app)).toEqual(answers);
  });

  test("of what cannot be built again keeps tokens and projects, and builds the rest", async () => {
    const app = await restored(small!);
    expect((await listTokens(app.db)).map(({ name }) => name)).toContain("ann");
    await isIndexed(app);
    expect(await answersOf(app)).toEqual(answers);
  });

  test("leaves out no table but those of the index", async () => {
    const [, left = ""] = /public\.\(([^)]*)\)/.exec(small!) ?? [];
    const patterns = left.split("|").map((name) => new RegExp(`^${name.replace("*", ".*")}$`));
    const tables = await database.db.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const names = tables.map(({ name }) => name);
    const kept = names.filter((name) => !patterns.some((pattern) => pattern.test(name)));
    expect(kept).toEqual([
      "audit_log",
      "embedding_models",
      "jobs",
      "keys",
      "migrations",
      "page_sessions",
      "projects",
      "removed_roots",
      "scip_documents",
      "scip_facts",
      "scip_imports",
      "settings",
      "tasks",
      "tokens",
    ]);
    expect(patterns.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([]);
  });
});
