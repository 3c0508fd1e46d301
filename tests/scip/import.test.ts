/** Importing an index over HTTP: what the compiler knows becomes exact edges, for as long as files hold what was indexed. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS } from "../../src/model/edge.js";
import { type App, createApp } from "../../src/processes/service.js";
import type { Job } from "../../src/store/jobs.js";
import { purgeRemoved } from "../../src/store/removals.js";
import { sweep } from "../../src/store/sweep.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { git as gitIn } from "../helpers/git.js";
import { createRandom } from "../system/random.js";
import { documentBytes, documentField, documentOf, indexBytes, metadataBytes, type SampleDocument } from "./encode.js";

const STORE = `export class Store {
  save(): void {}
  load(): void {}
}
`;
/** Nothing in its text says what \`box\` is. */
const USE = `export function run(box) {
  box.shelf.save();
  const take = box.shelf.load;
}
`;
const OTHER = `export class Other {
  save(): void {}
  load(): void {}
}
`;
const FILES = { "src/store.ts": STORE, "src/use.js": USE, "src/other.ts": OTHER };

const symbolOf = (file: string, rest: string) => `scip-typescript npm app 1.0.0 src/\`${file}\`/${rest}`;
const SAVE = symbolOf("store.ts", "Store#save().");
const LOAD = symbolOf("store.ts", "Store#load().");
const STORE_DOCUMENT = documentOf("src/store.ts", STORE, [
  [1, "Store", symbolOf("store.ts", "Store#"), "def"],
  [2, "save", SAVE, "def"],
  [3, "load", LOAD, "def"],
]);
const USE_DOCUMENT = documentOf("src/use.js", USE, [
  [1, "run", symbolOf("use.js", "run()."), "def"],
  [1, "box", "local 1", "def"],
  [2, "box", "local 1"],
  [2, "save", SAVE],
  [3, "load", LOAD],
]);
const DOCUMENTS = [STORE_DOCUMENT, USE_DOCUMENT];
const GUESSES = ["run calls Other.save (candidate, same-name)", "run calls Store.save (candidate, same-name)"];
const EXACT = ["run calls Store.save (exact, scip)", "run references Store.load (exact, scip)"];

let folder: string;
let app: App;
let server: HttpServer;
beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "app"));
  const dataDir = join(folder, "data");
  const settings = { repos: [join(folder, "app")], dataDir, watchFiles: false, logLevel: "silent", port: 0 };
  app = await createApp(readConfig(settings, {}));
  server = await listen(app);
});
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(async () => {
  for (const left of ["app/.git", "app/src"]) rmSync(join(folder, left), { recursive: true, force: true });
  for (const [path, text] of Object.entries(FILES)) put(path, text);
  for (const table of ["scip_imports", "scip_documents", "scip_facts"]) await app.db.query(`delete from ${table}`);
  await build(true);
});

function put(path: string, text: string): void {
  writeFiles(join(folder, "app"), { [path]: text });
}

async function ended(jobId: string): Promise<Job> {
  return app.indexing.wait(jobId, AbortSignal.timeout(30_000));
}

async function build(force = false): Promise<void> {
  const [project] = await app.projects();
  expect(await ended((await app.indexing.start(project!, { force })).jobId)).toMatchObject({ status: "completed" });
}

// biome-ignore lint/suspicious/noExplicitAny: what it is, the tests say.
async function send(body: Uint8Array | AsyncIterable<Uint8Array>, query = ""): Promise<{ status: number; body: any }> {
  const request = { method: "PUT", body, duplex: "half" } as RequestInit;
  const response = await fetch(`${server.url}/projects/app/scip${query}`, request);
  return { status: response.status, body: await response.json() };
}

async function importOf(documents: SampleDocument[], query = ""): Promise<Job> {
  const { status, body } = await send(indexBytes(documents), query);
  expect(status).toBe(202);
  return ended(body.job_id);
}

/** The edges that leave a file, but those that it always has. */
async function edges(path = "src/use.js"): Promise<string[]> {
  const rows = await app.db.query<{ source: string; kind: number; tier: number; rule: number; target: string }>(
    `select s.qualified_name as source, e.kind, e.tier, e.rule, coalesce(t.qualified_name, x.name, e.target) as target
     from files f
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
     join symbols s on s.project_id = f.project_id and s.version_id = f.version_id and s.ordinal = e.source_ordinal
     left join (select distinct on (s.node_id) s.* from symbols s join files g using (project_id, version_id)) t
       on t.project_id = f.project_id and t.node_id = e.target
     left join external_symbols x on x.project_id = f.project_id and x.node_id = e.target
     where f.path = $1`,
    [path],
  );
  return rows
    .map(
      (row) => `${row.source} ${EDGE_KINDS[row.kind]} ${row.target} (${EDGE_TIERS[row.tier]}, ${EDGE_RULES[row.rule]})`,
    )
    .filter((edge) => !edge.includes(" contains "))
    .sort();
}

const count = async (table: string) =>
  (await app.db.query<{ count: number }>(`select count(*) as count from ${table}`))[0]!.count;

const git = (...args: string[]) => gitIn(join(folder, "app"), ...args);

test("calls and uses become exact, guesses go", async () => {
  expect(await edges()).toEqual(GUESSES);
  const job = await importOf(DOCUMENTS);
  expect(job).toMatchObject({
    status: "completed",
    result: { scip: { documents: 2, matched: 2, changed: 0, unknown: 0 } },
  });
  expect(await edges()).toEqual(EXACT);
});

test("a file that changes falls back to our own resolution, until what was indexed is back", async () => {
  await importOf(DOCUMENTS);
  put(
    "src/use.js",
    dedent`
      // changed
      ${USE}`,
  );
  await build();
  expect(await edges()).toEqual(GUESSES);
  put("src/use.js", USE);
  await build();
  expect(await edges()).toEqual(EXACT);
});

test("a target that moves keeps its edges; one that goes leaves them to us, until it is back", async () => {
  await importOf(DOCUMENTS);
  put(
    "src/store.ts",
    dedent`
      // moved
      ${STORE}`,
  );
  await build();
  expect(await edges()).toEqual(EXACT);
  put("src/store.ts", STORE.replace("save", "keep"));
  await build();
  expect(await edges()).toEqual(["run calls Other.save (candidate, same-name)", EXACT[1]]);
  put("src/store.ts", STORE);
  await build();
  expect(await edges()).toEqual(EXACT);
});

test("a fresh build gives what an incremental one gave", async () => {
  await importOf(DOCUMENTS);
  put("src/other.ts", OTHER.replace("load", "fetch"));
  await build();
  const before = await edges();
  await build(true);
  expect(await edges()).toEqual(before);
});

test("after any edits a fresh build gives what the incremental ones gave", async () => {
  await importOf(DOCUMENTS);
  const variants: [path: string, texts: string[]][] = [
    [
      "src/store.ts",
      [
        STORE,
        dedent`
          // moved
          ${STORE}`,
        STORE.replace("save", "keep"),
        STORE.replace("Store", "Shop"),
        "",
      ],
    ],
    [
      "src/use.js",
      [
        USE,
        USE.replace("take", "hold"),
        dedent`
          import "./store";
          ${USE}`,
      ],
    ],
    ["src/other.ts", [OTHER, OTHER.replace("save", "load2"), "export {};\n"]],
  ];
  const all = async () => Promise.all(Object.keys(FILES).map(edges));
  const random = createRandom(7);
  for (let step = 0; step < 12; step++) {
    const [path, texts] = random.of(variants);
    put(path, random.of(texts));
    await build();
    const incremental = await all();
    await build(true);
    expect(await all()).toEqual(incremental);
  }
});

test("a definition whose file has changed since is found by its name", async () => {
  put(
    "src/store.ts",
    dedent`
      // changed
      ${STORE}`,
  );
  const job = await importOf(DOCUMENTS);
  expect(job.result?.scip).toMatchObject({ matched: 1, changed: 1 });
  expect(await edges()).toEqual(EXACT);
});

test("the last of several imports counts, and what it says nothing of stays", async () => {
  const wrong = documentOf("src/use.js", USE, [
    [1, "run", symbolOf("use.js", "run()."), "def"],
    [2, "save", symbolOf("other.ts", "Other#save().")],
  ]);
  const other = documentOf("src/other.ts", OTHER, [[2, "save", symbolOf("other.ts", "Other#save()."), "def"]]);
  await importOf(DOCUMENTS);
  await importOf([wrong, other]);
  expect(await edges()).toEqual(["run calls Other.save (exact, scip)"]);
  const two = await Promise.all([send(indexBytes(DOCUMENTS)), send(indexBytes([STORE_DOCUMENT]))]);
  for (const { body } of two) expect(await ended(body.job_id)).toMatchObject({ status: "completed" });
  expect(await edges()).toEqual(EXACT);
});

test("a namespace of TypeScript is used by its name", async () => {
  const spaces = dedent`
    export namespace Tools {
      export function mend(): void {}
    }
  `;
  put("src/tools.ts", spaces);
  const definitions = documentOf("src/tools.ts", spaces, [
    [1, "Tools", symbolOf("tools.ts", "Tools/"), "def"],
    [2, "mend", symbolOf("tools.ts", "Tools/mend()."), "def"],
  ]);
  const text = dedent`
    export function run() {
      Tools.mend();
    }
  `;
  put("src/use.js", text);
  const uses = documentOf("src/use.js", text, [
    [1, "run", symbolOf("use.js", "run()."), "def"],
    [2, "Tools", symbolOf("tools.ts", "Tools/")],
    [2, "mend", symbolOf("tools.ts", "Tools/mend().")],
  ]);
  await importOf([definitions, uses]);
  expect(await edges()).toEqual(["run calls Tools.mend (exact, scip)", "run references Tools (exact, scip)"]);
});

test("a library's symbol is external, one of the project that the index does not know is left to us", async () => {
  const from = (symbol: string) =>
    documentOf("src/use.js", USE, [
      [1, "run", symbolOf("use.js", "run()."), "def"],
      [2, "save", symbol],
    ]);
  await importOf([from("scip-typescript npm left-pad 1.0.0 `index.d.ts`/Pad#save().")]);
  expect(await edges()).toEqual(["run calls Pad.save (external, scip)"]);
  await importOf([from(symbolOf("gone.ts", "Gone#save()."))]);
  expect(await edges()).toEqual(GUESSES);
});

describe("with a commit", () => {
  test("the content of the files then counts, and not their looks", async () => {
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "first");
    const commit = git("rev-parse", "HEAD");
    // Its names stand as before, but it is another text.
    put("src/use.js", USE.replace("const take", "const held"));
    const job = await importOf(DOCUMENTS, `?commit=${commit}`);
    expect(job.result?.scip).toMatchObject({ matched: 1, changed: 1 });
    expect(await edges()).toEqual(GUESSES);
    git("checkout", "--quiet", ".");
    await importOf(DOCUMENTS, `?commit=${commit.slice(0, 12)}`);
    expect(await edges()).toEqual(EXACT);
  });

  test("one that the repository does not have is named, and can be tried again", async () => {
    git("init", "--quiet");
    const { body } = await send(indexBytes(DOCUMENTS), `?commit=${"0123456789".repeat(4)}`);
    await expect.poll(async () => (await app.indexing.get(body.job_id))?.status, { timeout: 60_000 }).toBe("failed");
    const job = await app.indexing.get(body.job_id);
    expect(job?.error).toMatchObject({ code: "scip_commit_unknown", retryable: true });
    expect(await edges()).toEqual(GUESSES);
  });
});

describe("the folder that the index was made in", () => {
  const inFolder = DOCUMENTS.map((document) => ({ ...document, path: document.path.slice("src/".length) }));
  test("is found out", async () => {
    const { body } = await send(indexBytes(inFolder, "file:///build/42/app/src"));
    expect((await ended(body.job_id)).result?.scip?.matched).toBe(2);
    expect(await edges()).toEqual(EXACT);
  });
  test("can be said", async () => {
    const job = await importOf(inFolder, "?folder=src/");
    expect(job.result?.scip?.matched).toBe(2);
  });
});

describe("bad input", () => {
  const cases: { name: string; body: Uint8Array; query?: string; want: object }[] = [
    { name: "rubbish", body: Buffer.from("rubbish"), want: { status: 400, code: "scip_invalid" } },
    { name: "nothing", body: Buffer.alloc(0), want: { status: 400, code: "scip_invalid" } },
    { name: "cut off", body: indexBytes(DOCUMENTS).subarray(0, -3), want: { status: 400, code: "scip_invalid" } },
    { name: "no documents", body: Buffer.from(metadataBytes()), want: { status: 400, code: "scip_invalid" } },
    {
      name: "no commit",
      body: indexBytes(DOCUMENTS),
      query: "?commit=main",
      want: { status: 400, code: "invalid_parameter" },
    },
    {
      name: "a folder elsewhere",
      body: indexBytes(DOCUMENTS),
      query: "?folder=../..",
      want: { status: 400, code: "invalid_parameter" },
    },
  ];
  test.each(cases)("$name is refused, and nothing of it is kept", async ({ body, query, want }) => {
    const answer = await send(body, query);
    expect({ status: answer.status, code: answer.body.error.code }).toEqual(want);
    expect(await count("scip_imports")).toBe(0);
    expect(await count("scip_documents")).toBe(0);
  });

  test("an index of other files fails, and says what it is about", async () => {
    const { body } = await send(indexBytes([{ ...USE_DOCUMENT, path: "lib/none.js" }]));
    const job = await ended(body.job_id);
    expect(job).toMatchObject({
      status: "failed",
      error: { code: "scip_no_match", context: { documents: 1, unknown: 1 } },
    });
    expect(job.error?.suggestions[0]).toMatch(/folder/);
  });

  test("paths that lead elsewhere, unknown languages and a huge document do no harm", async () => {
    const paths = [
      "../app/src/use.js",
      "/etc/passwd",
      "C:/use.js",
      "src//use.js",
      "src\\use.js",
      "a\0b.js",
      "src/./use.js",
    ];
    const strange = paths.map((path) => ({ ...USE_DOCUMENT, path }));
    const unknown: SampleDocument = { path: "main.zig", occurrences: [{ range: [0, 0, 4], symbol: "local 1" }] };
    const huge = documentField(documentBytes({ ...USE_DOCUMENT, documentation: "x".repeat(70_000_000) }));
    const { body } = await send(Buffer.concat([indexBytes([...strange, unknown, ...DOCUMENTS]), huge]));
    const job = await ended(body.job_id);
    expect(job.result?.scip).toEqual({ documents: 11, matched: 2, changed: 0, unknown: 9, too_large: 1 });
    expect(await edges()).toEqual(EXACT);
  });

  test("an upload that breaks off leaves nothing", async () => {
    const stop = new AbortController();
    async function* slowly() {
      yield indexBytes([STORE_DOCUMENT]);
      stop.abort();
      yield Buffer.alloc(1);
    }
    const request = { method: "PUT", body: slowly(), duplex: "half", signal: stop.signal } as unknown as RequestInit;
    await expect(fetch(`${server.url}/projects/app/scip`, request)).rejects.toThrow();
    await expect.poll(() => count("scip_imports")).toBe(0);
  });

  test("two uploads of a caller are read at once, as much of each may be held", async () => {
    const begun: number[] = [];
    const goOn: (() => void)[] = [];
    async function* slowly(upload: number) {
      const whole = indexBytes([STORE_DOCUMENT]);
      yield whole.subarray(0, 10);
      begun.push(upload);
      await new Promise<void>((done) => goOn.push(done));
      yield whole.subarray(10);
    }
    const slow = [send(slowly(0)), send(slowly(1))];
    await expect.poll(() => begun.length).toBe(2);
    let isThird = false;
    const third = send(indexBytes([USE_DOCUMENT])).then(({ status }) => {
      isThird = true;
      return status;
    });
    // Others of the same caller, which come later, are answered.
    for (let time = 0; time < 20; time++) expect((await fetch(`${server.url}/projects/app`)).status).toBe(200);
    expect(isThird).toBe(false);
    goOn[0]!();
    expect(await third).toBe(202);
    goOn[1]!();
    for (const { status, body } of await Promise.all(slow)) {
      expect(status).toBe(202);
      await ended(body.job_id);
    }
  });
});

test("a job that is run again, its worker having died after the publish, changes nothing", async () => {
  const { request } = await importOf(DOCUMENTS);
  await sweep(app.db, "app");
  const [project] = await app.projects();
  const again = await ended((await app.indexing.start(project!, request)).jobId);
  expect(again).toMatchObject({ status: "completed", result: { scip: { documents: 2, matched: 2 } } });
  expect(await edges()).toEqual(EXACT);
});

test("facts go with the contents they are about, and all goes with the project", async () => {
  await importOf(DOCUMENTS);
  await sweep(app.db, "app");
  expect(await Promise.all(["scip_imports", "scip_documents", "scip_facts"].map(count))).toEqual([1, 0, 2]);
  put("src/use.js", "export {};\n");
  await build();
  await sweep(app.db, "app");
  expect(await count("scip_facts")).toBe(1);
  await app.db.query("update projects set removed_at = now()");
  await purgeRemoved(app.db, { graceSeconds: 0 });
  expect(await Promise.all(["scip_imports", "scip_documents", "scip_facts"].map(count))).toEqual([0, 0, 0]);
});
