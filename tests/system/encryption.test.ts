/**
 * An encrypted index answers as a plain one does. No word of the comments, texts and documents of a repository stands in a file or a table of its
 * database.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { createRedisExchange } from "../../src/mcp/exchange/redis.js";
import { sealMessages } from "../../src/mcp/exchange/sealed.js";
import { type App, createApp } from "../../src/processes/service.js";
import { createSeal, SEALED, sealKey } from "../../src/store/db/seal.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { openPostgres } from "../helpers/store.js";
import { documentOf, indexBytes } from "../scip/encode.js";

const MARK = "zyzzyva";
const SHOP = `import { readFile } from "node:fs";
/** Sells a ${MARK} to whoever asks. */
export class Shop {
  // ${MARK} here as well
  sell(name: "${MARK}" | "ant", count: number): "${MARK}" | null {
    readFile("${MARK}", () => undefined);
    return count > 0 ? "${MARK}" : null;
  }
}
export function start() {
  return new Shop().sell("ant", 1);
}
`;
const FILES: Record<string, string> = {
  "shop.ts": SHOP,
  "README.md": dedent`
    # About

    A ${MARK} is a beetle.

    ## The ${MARK} itself

    It has a snout.
  `,
  "notes.txt": `${MARK}\n`.repeat(50),
};
const PATIENCE = { timeout: 60_000, interval: 100 };
const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64");

const QUESTIONS: [tool: string, input: object][] = [
  ["search_code", { query: `sells a ${MARK}` }],
  ["search_code", { query: "snout of a beetle" }],
  ["search_text", { query: `"${MARK}"` }],
  ["search_symbols", { query: "sell" }],
  ["search_docs", { query: MARK }],
  ["codebase_retrieval", { query: `who sells a ${MARK}?` }],
  ["get_context", { query: `sell a ${MARK}`, max_tokens: 2000 }],
  ["get_file_outline", { path: "shop.ts" }],
  ["lookup_symbol", { qualified_name: "Shop.sell" }],
  ["find_similar_code", { code: SHOP }],
  ["read_file", { path: "README.md" }],
];

const kinds: [string, () => Promise<{ env: NodeJS.ProcessEnv; remove(): Promise<void> }>][] = [
  ["PGlite", async () => ({ env: {}, remove: async () => undefined })],
];
const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
if (databaseUrl)
  kinds.push([
    "PostgreSQL",
    async () => {
      const { url, remove } = await openPostgres(databaseUrl);
      return { env: { DATABASE_URL: url }, remove };
    },
  ]);

interface Opened {
  app: App;
  server: HttpServer;
  dataDir: string;
  remove(): Promise<void>;
}

describe.each(kinds)("an encrypted index on %s", (_kind, open) => {
  const folder = temporaryFolder();
  let clear: Opened;
  let sealed: Opened;

  async function start(dataDir: string, env: NodeJS.ProcessEnv): Promise<Opened> {
    const store = await open();
    const flags = { repos: [join(folder, "shop")], dataDir, watchFiles: false, logLevel: "silent", port: 0 };
    const app = await createApp(readConfig(flags, { ...store.env, CODEINDEX_AUDIT: "clear", ...env }));
    const server = await listen(app);
    const [project] = await app.projects();
    await app.indexing.wait((await app.indexing.start(project!, {})).jobId, AbortSignal.timeout(60_000));
    const document = documentOf("shop.ts", SHOP, [[5, "sell", "scip-typescript npm a 1 `shop.ts`/Shop#sell()."]]);
    const body = indexBytes([document]) as Uint8Array<ArrayBuffer>;
    const sent = await fetch(`${server.url}/projects/shop/scip`, { method: "PUT", body });
    const { job_id } = (await sent.json()) as { job_id: string };
    expect(await app.indexing.wait(job_id, AbortSignal.timeout(60_000))).toMatchObject({ status: "completed" });
    const complete =
      "select 1 from view_vectors s join views v using (project_id, view_id) where s.generation = v.generation";
    await vi.waitFor(async () => expect(await app.db.query(complete)).toHaveLength(1), PATIENCE);
    return { app, server, dataDir, remove: store.remove };
  }

  beforeAll(async () => {
    mkdirSync(join(folder, "shop"));
    for (const [path, text] of Object.entries(FILES)) writeFileSync(join(folder, "shop", path), text);
    clear = await start(join(folder, "clear"), {});
    sealed = await start(join(folder, "sealed"), { CODEINDEX_ENCRYPTION_KEY: KEY });
  }, 180_000);
  afterAll(async () => {
    for (const each of [clear, sealed]) {
      await each?.server.close();
      await each?.app.close();
      await each?.remove();
    }
  });

  const ask = async ({ server }: Opened, tool: string, input: object): Promise<unknown> => {
    const response = await fetch(`${server.url}/tools/${tool}`, { method: "POST", body: JSON.stringify(input) });
    return response.json();
  };
  const withoutTimes = (answer: unknown): unknown =>
    JSON.parse(
      JSON.stringify(answer, (name, value) => (/_at$|executionTime|queryTimeMs|lastIndexed/.test(name) ? null : value)),
    );

  test.each(QUESTIONS)("%s %o: the same answer", async (tool, input) => {
    const want = await ask(clear, tool, input);
    expect(want).not.toHaveProperty("error");
    expect(withoutTimes(await ask(sealed, tool, input))).toEqual(withoutTimes(want));
  });

  test("nothing of the repository's texts is in its tables or files", async () => {
    const tablesWith = async ({ app }: Opened) => {
      const tables = await app.db.query<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const rows = await app.db.query(
          `select 1 from ${name} one where one::text ilike '%' || $1 || '%' or one::text like '%' || encode($1::text::bytea, 'hex') || '%' limit 1`,
          [MARK],
        );
        if (rows.length > 0) found.push(name);
      }
      return found.sort();
    };
    // The words of names stand in clear in either; these are none.
    await expect
      .poll(() => tablesWith(clear))
      .toEqual(expect.arrayContaining(["audit_log", "chunks", "posting_blocks", "symbols"]));
    expect(await tablesWith(sealed)).toEqual([]);

    for (const [table, { columns }] of Object.entries(SEALED)) {
      for (const column of columns) {
        const [row] = await sealed.app.db.query<{ open: number }>(
          `select count(*) as open from ${table} where ${column}::text not like '%cdxseal:%'
             and not starts_with(${column}::text, '\\xc76364787365616c') and ${column}::text not in ('', '\\x', '{}')`,
        );
        expect(row!.open, `${table}.${column} in clear`).toBe(0);
      }
    }
  });

  test("another key, or none, does not start; a new one does once everything is encrypted with it", async () => {
    await sealed.server.close();
    await sealed.app.close();
    const { dataDir, databaseUrl: url } = sealed.app.config;
    const own = url === null ? {} : { DATABASE_URL: url };
    const flags = { repos: [join(folder, "shop")], dataDir, watchFiles: false, logLevel: "silent", port: 0 };
    const start = (key: string | undefined) => createApp(readConfig(flags, { ...own, CODEINDEX_ENCRYPTION_KEY: key }));
    for (const key of [undefined, OTHER_KEY])
      await expect(start(key)).rejects.toMatchObject({ code: "encryption_key" });
    // It is closed: what is in its files is all that there is.
    const files = existsSync(dataDir) ? readdirSync(dataDir, { recursive: true, withFileTypes: true }) : [];
    const filesWithMark = files
      .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(MARK))
      .map(({ name }) => name);
    expect(filesWithMark).toEqual([]);

    const env = { ...process.env, ...own, CODEINDEX_ENCRYPTION_KEY: `${OTHER_KEY} ${KEY}` };
    const command = ["bin/codeindex.js", "keys", "rotate", "--data-dir", dataDir];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    expect(stdout).toMatch(/^\d+ rows were written anew\.\nNo longer needed: [0-9a-f]{8}\n$/);
    await expect(start(KEY)).rejects.toMatchObject({ code: "encryption_key" });
    const app = await start(OTHER_KEY);
    sealed = { ...sealed, app, server: await listen(app) };
    for (const [tool, input] of QUESTIONS)
      expect(withoutTimes(await ask(sealed, tool, input))).toEqual(withoutTimes(await ask(clear, tool, input)));
  });
});

test.runIf(redisUrl)("messages that Redis keeps for a while are sealed", async () => {
  const url = redisUrl!;
  const exchange = sealMessages(
    createRedisExchange(url, "codeindex:test"),
    createSeal({ isOn: true, keys: [sealKey(Buffer.alloc(32, 7))] }),
  );
  const name = `encryption-${process.pid}`;
  await exchange.append(name, { number: 1, text: MARK });
  await exchange.remember(name, "field", MARK);
  const heard: unknown[] = [];
  const stop = await exchange.listen(name, (message) => heard.push(message));
  await exchange.publish(name, { text: MARK });
  await expect.poll(() => heard).toEqual([{ text: MARK }]);
  const entries = await exchange.follow(name, 0, AbortSignal.timeout(10_000));
  for await (const entry of entries!) {
    expect(entry).toEqual({ number: 1, text: MARK });
    break;
  }
  expect(await exchange.recall(name)).toEqual({ field: MARK });
  const redis = new Redis(url);
  const kept = [
    await redis.xrange(`codeindex:test:mcp:log:${name}`, "-", "+"),
    await redis.hgetall(`codeindex:test:mcp:session:${name}`),
  ];
  expect(JSON.stringify(kept)).not.toContain(MARK);
  expect(JSON.stringify(kept)).toContain("cdxseal");
  await redis.del(`codeindex:test:mcp:log:${name}`, `codeindex:test:mcp:session:${name}`);
  redis.disconnect();
  await stop();
  await exchange.close();
});
