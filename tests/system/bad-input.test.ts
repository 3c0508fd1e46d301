/** Repositories that are broken, odd or hostile: each such file is a row of the ledger with its reason, and the rest is indexed. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type App, createApp } from "../../src/processes/service.js";
import type { Job } from "../../src/store/jobs.js";
import { insertProject, type Project } from "../../src/store/projects.js";
import { asker } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { git } from "../helpers/git.js";
import { until } from "../helpers/until.js";
import { createRandom } from "./random.js";
import { put } from "./repository.js";

const folder = temporaryFolder();
let app: App;
/** The repository of a test, a project of its own. */
let root: string;
let project: Project;

/** The threads of this process: of those that live the database's is the second. */
const workers: Worker[] = [];
const adopt = (worker: Worker) => void workers.push(worker);

beforeAll(async () => {
  process.on("worker", adopt);
  mkdirSync(join(folder, "root"));
  app = await createApp(
    readConfig(
      { repos: [], root: join(folder, "root"), dataDir: join(folder, "data"), watchFiles: false, logLevel: "silent" },
      {},
    ),
  );
});
afterAll(async () => {
  process.off("worker", adopt);
  await app?.close();
});
beforeEach(async () => {
  root = join(mkdtempSync(join(folder, "test-")), "shop");
  mkdirSync(root);
  ({ project } = await insertProject(app.db, { name: "shop", root, settings: {}, isAdded: true }));
});

async function index(paths?: string[]): Promise<Job> {
  const job = await app.indexing.start(project, paths ? { paths } : {});
  return app.indexing.wait(job.jobId, AbortSignal.timeout(170_000));
}

async function call(tool: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { structured } = await asker(() => app)(tool, { project: project.projectId, ...input });
  return structured as Record<string, unknown>;
}

async function symbolNames(query: string): Promise<unknown[]> {
  const { results, error } = (await call("search_symbols", { query })) as {
    results?: { name: string }[];
    error?: { message: string };
  };
  return results?.map(({ name }) => name) ?? [error?.message];
}

/** Other jobs and calls of the service go on as well. */
test("pipes and devices in place of git's files hold nothing up", async () => {
  put(root, "sound.ts", SOUND);
  mkdirSync(join(root, ".git"));
  execFileSync("mkfifo", [join(root, ".git/HEAD"), join(root, ".git/index"), join(root, ".gitignore")]);
  symlinkSync("/dev/zero", join(root, ".git/packed-refs"));
  symlinkSync("/dev/zero", join(root, ".git/config"));
  expect(await index()).toMatchObject({ status: "completed" });
  expect(await symbolNames("sound")).toContain("sound");
  expect(await call("get_status")).toMatchObject({ index: { commit: null } });
});

const SOUND = "export function sound() { return 1; }\n";
const longName = `${"n".repeat(240)}.ts`;
const random = createRandom(7);
const noise = Array.from({ length: 6000 }, () => String.fromCharCode(97 + random.int(26))).join("");

const FILES: { name: string; path: string; bytes: string | Buffer; want: Record<string, unknown>; finds?: string }[] = [
  { name: "nothing in it", path: "empty.ts", bytes: "", want: { status: "indexed" } },
  { name: "white space alone", path: "blank.cs", bytes: "\n\n   \n", want: { status: "indexed" } },
  {
    name: "invalid UTF-8",
    path: "latin.ts",
    bytes: Buffer.concat([Buffer.from("// caf"), Buffer.from([0xe9]), Buffer.from("\nexport class Latin {}\n")]),
    want: { status: "indexed" },
    finds: "Latin",
  },
  {
    name: "a BOM",
    path: "bom.ts",
    bytes: "\uFEFFexport class WithBom {}\n",
    want: { status: "indexed" },
    finds: "WithBom",
  },
  {
    name: "CRLF",
    path: "crlf.cs",
    bytes: "namespace N\r\n{\r\n  class Crlf\r\n  {\r\n  }\r\n}\r\n",
    want: { status: "indexed" },
    finds: "Crlf",
  },
  {
    name: "UTF-16",
    path: "wide.cs",
    bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("class Wide { }\n", "utf16le")]),
    want: { status: "indexed" },
    finds: "Wide",
  },
  {
    name: "5 MB in one line",
    path: "line.js",
    bytes: `var a = [${"1,".repeat(2_500_000)}];`,
    want: { status: "skipped", reason: "too_large" },
  },
  { name: "1 MB in one line", path: "wide-line.ts", bytes: `export const row = [${"1,".repeat(500_000)}];`, want: {} },
  {
    name: "100,000 levels deep",
    path: "deep.ts",
    bytes: `const a = ${"[".repeat(100_000)}${"]".repeat(100_000)};\n`,
    want: {},
  },
  {
    name: "100,000 levels of blocks",
    path: "Deep.cs",
    bytes: `class D { void M() ${"{".repeat(100_000)}${"}".repeat(100_000)} }\n`,
    want: {},
  },
  {
    name: "an error on every line",
    path: "errors.ts",
    bytes: "}}} ((( class = = ;\n".repeat(3000),
    want: { status: "partial" },
  },
  {
    name: "an error on every line of C#",
    path: "Errors.cs",
    bytes: "}}} ((( class = = ;\n".repeat(3000),
    want: { status: "partial" },
  },
  {
    name: "a name of 6,000 letters",
    path: "long.ts",
    bytes: dedent`
      export function ${noise}() {}
      export class AfterLong {}
      ${"// short\n".repeat(5000)}`,
    want: { status: "indexed" },
    finds: "AfterLong",
  },
  {
    name: "a name of 3,000 humps",
    path: "humps.ts",
    bytes: dedent`
      export function ${noise.replace(/(.)(.)/g, (_, a: string, b: string) => a + b.toUpperCase())}() {}
      ${"// short\n".repeat(5000)}`,
    want: {},
  },
  {
    name: "a doc comment with NUL as an escape",
    path: "nul.ts",
    bytes: '/** \\0 */ export const nul = "\\u0000\\ud800";\n',
    want: { status: "indexed" },
    finds: "nul",
  },
  {
    name: "spaces and quotes",
    path: `a b/it's "so".ts`,
    bytes: "export class Quoted {}\n",
    want: { status: "indexed" },
    finds: "Quoted",
  },
  {
    name: "other scripts",
    path: "größe/描述/ファイル.ts",
    bytes: "export class Größe {}\n",
    want: { status: "indexed" },
    finds: "Größe",
  },
  {
    name: "a name as long as systems allow",
    path: longName,
    bytes: "export class LongName {}\n",
    want: { status: "indexed" },
    finds: "LongName",
  },
  {
    name: "percent and pattern signs",
    path: "100%_[x]*.ts",
    bytes: "export class Percent {}\n",
    want: { status: "indexed" },
    finds: "Percent",
  },
  {
    name: "two definitions of one name",
    path: "twice.ts",
    bytes: dedent`
      export function twice() {}
      export function twice() {}
    `,
    want: { status: "indexed" },
    finds: "twice",
  },
  {
    name: "binary",
    path: "data.ts",
    bytes: Buffer.from([0x89, 0, 1, 2, 3, 0, 0, 0]),
    want: { status: "skipped", reason: "binary" },
  },
];

test("odd files, all in one repository", async () => {
  put(root, "sound.ts", SOUND);
  for (const { path, bytes } of FILES) put(root, path, bytes);
  const job = await index();
  expect(job).toMatchObject({ status: "completed" });
  for (const { name, path, want, finds } of FILES) {
    const told = await call("explain_path", { path });
    expect({ name, ...told }).toMatchObject({ name, ...want });
    expect(["indexed", "partial", "skipped", "failed"], name).toContain(told.status);
    if (finds) expect(await symbolNames(finds), name).toContain(finds);
  }
  expect(await symbolNames("sound")).toContain("sound");
});

test("names that no index can hold, links, sockets and pipes", async () => {
  put(root, "sound.ts", SOUND);
  writeFileSync(join(root, "line\nbreak.ts"), SOUND);
  writeFileSync(join(root, "line\\x0abreak.ts"), SOUND);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff]), Buffer.from(".ts")]), SOUND);
  execFileSync("sh", [
    "-c",
    `cd '${root}' && for i in 1 2 3 4 5 6 7 8 9; do mkdir -p ${"d".repeat(240)} && cd ${"d".repeat(240)}; done; echo 1 > a.ts; echo 2 > b.ts`,
  ]);
  symlinkSync("..", join(root, "loop"));
  symlinkSync("/etc/passwd", join(root, "outside.ts"));
  symlinkSync("nowhere", join(root, "broken.ts"));
  symlinkSync("circle.ts", join(root, "circle.ts"));
  execFileSync("mkfifo", [join(root, "pipe.ts")]);
  const socket = createServer();
  // A socket is made under a short path: a long one has no room in its address.
  const made = join(mkdtempSync(join(tmpdir(), "s")), "s");
  await new Promise<void>((done, fail) => socket.once("error", fail).listen(made, done));
  renameSync(made, join(root, "socket.ts"));
  const job = await index();
  expect(job).toMatchObject({ status: "completed", result: { indexed: 1 } });
  for (const path of ["loop", "outside.ts", "broken.ts", "circle.ts"])
    expect(await call("explain_path", { path })).toMatchObject({ status: "skipped", reason: "symlink" });
  for (const path of ["pipe.ts", "socket.ts"])
    expect(await call("explain_path", { path })).toMatchObject({ status: "skipped", reason: "special" });
  const before = await call("get_status");
  expect(before).toMatchObject({ indexed_files: 1, failed_by_reason: { invalid_name: expect.any(Number) } });
  // A watcher names the same paths; what is told of them stays the same.
  await index(["line\nbreak.ts", "line\\x0abreak.ts", "bad\uFFFD.ts", "pipe.ts", "loop", "socket.ts", "sound.ts"]);
  expect(await call("get_status")).toMatchObject({ indexed_files: 1, failed_by_reason: before.failed_by_reason });
  await new Promise((done) => socket.close(done));
});

test("names that a shell, a glob or a format would take for something else are names", async () => {
  const names = [
    "$(touch made).ts",
    "`touch made`.ts",
    ";touch made;.ts",
    "| touch made.ts",
    "-rf.ts",
    "--help.ts",
    "*.ts",
    "[a].ts",
    "!(a).ts",
    "%s%n.ts",
    "'\"<b>.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as it stands.
    "${HOME}.ts",
    "@{u}.ts",
    ":(top).ts",
    "a  b .ts",
  ];
  for (const [at, name] of names.entries())
    put(root, `src/${name}`, `export function named${at}() { return ${at}; }\n`);
  git(root, "init", "-q");
  git(root, "add", "-A");
  expect(await index()).toMatchObject({ status: "completed", result: { indexed: names.length, errors: [] } });
  await index(names.map((name) => `src/${name}`));
  for (const [at, name] of names.entries()) {
    expect(await symbolNames(`named${at}`), name).toContain(`named${at}`);
    expect(await call("read_file", { path: `src/${name}` }), name).toMatchObject({ path: `src/${name}` });
    expect(await call("explain_path", { path: `src/${name}` }), name).toMatchObject({ status: "indexed" });
  }
  for (const folder of [root, join(root, "src"), process.cwd()]) expect(existsSync(join(folder, "made"))).toBe(false);
});

test("a repository that is far larger than what is in it", async () => {
  put(root, "sound.ts", SOUND);
  // A hole of 10 GB, which nobody reads.
  writeFileSync(join(root, "hole.ts"), "");
  truncateSync(join(root, "hole.ts"), 10 * 2 ** 30);
  writeFileSync(join(root, "zeros.ts"), Buffer.alloc(1_000_000));
  for (let index = 0; index < 2_000; index++) put(root, `many/${index % 50}/${index}.ts`, "");
  const job = await index();
  expect(job).toMatchObject({ status: "completed", result: { errors: [] } });
  expect(await call("explain_path", { path: "hole.ts" })).toMatchObject({ status: "skipped", reason: "too_large" });
  expect(await call("explain_path", { path: "zeros.ts" })).toMatchObject({ status: "skipped", reason: "binary" });
  expect(await symbolNames("sound")).toContain("sound");
  for (const tool of ["read_file", "read_media_file", "get_file_context"])
    expect(await call(tool, { path: "hole.ts" }), tool).toMatchObject({ error: { code: "too_large" } });
});

test("an empty repository", async () => {
  expect(await index()).toMatchObject({ status: "completed", result: { indexed: 0 } });
  expect(await call("get_status")).toMatchObject({ indexed_files: 0, status: "ready" });
  expect(await call("search_symbols", { query: "x" })).toMatchObject({ results: [] });
  put(root, "sound.ts", SOUND);
  expect(await index(["sound.ts"])).toMatchObject({ result: { indexed: 1 } });
});

test("files become folders and folders are moved", async () => {
  put(root, "a/one.ts", "export class One {}\n");
  put(root, "a/b/two.ts", "export class Two {}\n");
  put(root, "thing.ts", "export class Thing {}\n");
  await index();
  rmSync(join(root, "thing.ts"));
  put(root, "thing.ts/inner.ts", "export class Inner {}\n");
  // Only what is inside is told.
  await index(["thing.ts/inner.ts"]);
  expect(await call("get_status")).toMatchObject({ indexed_files: 3 });
  expect(await symbolNames("Thing")).not.toContain("Thing");
  rmSync(join(root, "thing.ts"), { recursive: true });
  put(root, "thing.ts", "export class Thing {}\n");
  await index(["thing.ts"]);
  expect(await symbolNames("Inner")).not.toContain("Inner");
  renameSync(join(root, "a"), join(root, "z"));
  await index(["a", "z"]);
  expect(await call("explain_path", { path: "z/b/two.ts" })).toMatchObject({ status: "indexed" });
  expect(await call("explain_path", { path: "a/b/two.ts" })).toMatchObject({ status: "unknown", exists: false });
  // A folder of which only the folder is named.
  rmSync(join(root, "z/b/two.ts"));
  await index(["z"]);
  expect(await call("get_status")).toMatchObject({ indexed_files: 2 });
});

test("many changes in a folder that is left out are one row", async () => {
  put(root, ".gitignore", "out/\n");
  put(root, "sound.ts", SOUND);
  await index();
  put(root, "out/a/one.ts", SOUND);
  put(root, "out/b/two.ts", SOUND);
  expect(await index(["out/a/one.ts", "out/b/two.ts"])).toMatchObject({ status: "completed" });
  expect(await call("explain_path", { path: "out/b/two.ts" })).toMatchObject({
    status: "skipped",
    reason: "ignored",
    decided_at: "out",
  });
});

test("a file that never comes to rest", async () => {
  put(root, "sound.ts", SOUND);
  const writer = setInterval(() => appendFileSync(join(root, "busy.ts"), `export const more = ${Date.now()};\n`), 1);
  try {
    expect(await index()).toMatchObject({ status: "completed" });
    expect(await symbolNames("sound")).toContain("sound");
  } finally {
    clearInterval(writer);
  }
  await index(["busy.ts"]);
  expect(await call("explain_path", { path: "busy.ts" })).toMatchObject({ status: "indexed" });
});

test("a repository that goes away and comes back", async () => {
  put(root, "sound.ts", SOUND);
  await index();
  renameSync(root, `${root}.away`);
  expect(await index()).toMatchObject({ status: "failed", error: { code: "not_found" } });
  expect(await symbolNames("sound")).toContain("sound");
  renameSync(`${root}.away`, root);
  expect(await index()).toMatchObject({ status: "completed" });
});

test("a database that dies: answers say so, and what was missed is brought in when it is back", async () => {
  put(root, "sound.ts", SOUND);
  await index();
  put(root, "later.ts", "export class Later {}\n");
  // Of the threads that live, the indexer's is the first to start, the database's the second.
  await workers.filter(({ threadId }) => threadId > 0)[1]!.terminate();
  await expect(app.indexing.start(project, { paths: ["later.ts"] })).rejects.toMatchObject({
    code: "engine_unavailable",
  });
  expect(await call("search_symbols", { query: "Later" })).toMatchObject({ error: { code: "engine_unavailable" } });
  expect(app.indexing.watched(project.projectId).problem).toBeDefined();
  await until(async () => (await symbolNames("Later")).includes("Later"));
  await until(async () => app.indexing.watched(project.projectId).problem === undefined);
  await until(async () => (await call("get_status")).status === "ready");
  expect(await call("get_status")).toMatchObject({ indexed_files: 2 });
});

test("a second start on the same data folder says who holds it", async () => {
  const config = readConfig({ repos: [root], dataDir: join(folder, "data"), logLevel: "silent" }, {});
  await expect(createApp(config)).rejects.toMatchObject({
    code: "data_dir_in_use",
    message: expect.stringContaining(`process ${process.pid}`),
  });
});
