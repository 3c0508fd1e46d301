/** Parts of builds between processes: of machines that share no disk, of several versions, and in the queue's memory. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { build } from "../../src/indexing/build.js";
import type { BuildContext } from "../../src/indexing/build-context.js";
import { type BuildPart, parsePartResult, partText } from "../../src/indexing/build-part.js";
import { doPartText } from "../../src/indexing/do-part.js";
import { createParsePool, type ParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { ROW_FORMAT } from "../../src/indexing/row-format.js";
import type { Db } from "../../src/store/db/db.js";
import { migrate } from "../../src/store/db/migrate.js";
import { sealKey } from "../../src/store/db/seal.js";
import { createPglite } from "../../src/store/pglite/pglite.js";
import { type Project, registerProject } from "../../src/store/projects.js";
import { beginBuild, ensureView } from "../../src/store/views.js";
import { temporaryFolder } from "../helpers/folders.js";
import { describeStores } from "../helpers/store.js";
import { dumpIndex, expectSameIndex } from "../system/dump.js";

const { signal } = new AbortController();
const options = { signal, onProgress: () => undefined };
let pool: ParsePool;
beforeAll(() => {
  pool = createParsePool({ threads: 1 });
});
afterAll(() => pool.close());

const toolsFor = (db: Db): BuildContext => ({
  db,
  pool,
  programs: createProgramCache(100_000),
  log: createLog("silent"),
  chunkSize: 250,
  skip: { maxFileSize: 6_000_000 },
});

/** The tools of a machine on which no file of the repository can be read. */
function withoutDisk(tools: BuildContext): BuildContext {
  const nowhere = { root: "/srv/nowhere" };
  return {
    ...tools,
    pool: {
      ...pool,
      hash: (request, stop) => pool.hash({ ...request, ...nowhere }, stop),
      parse: (request, stop) => pool.parse({ ...request, ...nowhere }, stop),
    },
  };
}

/** A repository of 300 files, among them one that is not text, and one that no part has room for. */
function repository(): string {
  const sources = Array.from({ length: 298 }, (_, at) => [
    `src/f${at}.ts`,
    `import { f${at + 1} } from "./f${at + 1}.js";\nexport function f${at}() { return f${at + 1}() + "größer"; }\n`,
  ]);
  return temporaryFolder({
    ...Object.fromEntries(sources),
    "picture.ts": randomBytes(2000),
    "z-large.ts": randomBytes(4_100_000),
  });
}

describeStores("parts", (store) => {
  /** Builds with another machine at work; `taken` is told of each part that it gets, as text. */
  async function buildWith(project: Project, other: BuildContext, taken: (text: string, part: BuildPart) => void) {
    const spread = {
      isWorthwhile: async () => true,
      async run(part: BuildPart) {
        // Another disk gives its files other numbers.
        const files = part.files.map((file) => ({ ...file, inode: file.inode + 1n }));
        const text = partText({ ...part, files });
        taken(text, part);
        const result = await doPartText(other, text, signal);
        return result === null ? null : parsePartResult(result);
      },
    };
    return build({ ...toolsFor(store()), spread }, { project }, options);
  }

  test("of machines without a shared disk carry their contents, and the index is as one machine makes it", async () => {
    const root = repository();
    const alone = await registerProject(store(), root);
    const summary = await build(toolsFor(store()), { project: alone }, options);
    const expected = await dumpIndex(store(), alone.projectId);
    await store().query("update projects set root = 'moved'");
    const project = await registerProject(store(), root);
    const carried: boolean[] = [];
    const other = withoutDisk(toolsFor(store()));
    const again = await buildWith(project, other, (_text, { contents }) => carried.push(contents !== undefined));
    expect(again).toMatchObject({ indexed: summary.indexed, errors: [], skipped: { binary: 2 }, removed: 0 });
    expectSameIndex(await dumpIndex(store(), project.projectId), expected);
    // The first are sent twice, in a part of their own, as files of a first build answer soon; the file that no part has room for is read by the one
    // that builds.
    expect(carried.filter((each) => each)).toHaveLength(4);
  });

  test("of another version are left to those that know it, until their build is over", async () => {
    const project = await registerProject(store(), temporaryFolder({ "a.ts": "export const a = 1;\n" }));
    const view = await ensureView(store(), project.projectId);
    await beginBuild(store(), view, "token");
    const text = partText({
      projectId: project.projectId,
      ref: view.ref,
      token: "token",
      format: "of another version",
      files: [],
      force: false,
      chunkSize: 250,
      budget: { time: 1000, tooComplex: 0 },
    });
    const tools = toolsFor(store());
    const newer = JSON.stringify({ ...JSON.parse(text), version: 99, files: "no longer a list" });
    expect(await doPartText(tools, newer, signal)).toBeNull();
    // Its rows would be mixed with those of the build.
    expect(await doPartText(tools, text, signal)).toBeNull();
    await beginBuild(store(), view, "later");
    for (const over of [newer, text])
      await expect(doPartText(tools, over, signal)).rejects.toMatchObject({ code: "cancelled" });
    await expect(doPartText(tools, "nonsense", signal)).rejects.toMatchObject({ code: "index_error" });
    expect(await store().query("select 1 from file_versions")).toEqual([]);
  });

  test("may have fields that a version does not know", async () => {
    const project = await registerProject(store(), repository());
    const tools = toolsFor(store());
    const spread = {
      isWorthwhile: async () => true,
      async run(part: BuildPart) {
        const text = JSON.stringify({ ...JSON.parse(partText(part)), later: [1, 2] });
        return parsePartResult((await doPartText(tools, text, signal))!);
      },
    };
    expect(await build({ ...tools, spread }, { project }, options)).toMatchObject({ indexed: 298, errors: [] });
  });
});

test("contents are encrypted in the queue where what is stored is", async () => {
  const db = await createPglite(temporaryFolder(), {
    sealKeys: { isOn: true, keys: [sealKey(Buffer.alloc(32, 1))] },
  });
  try {
    await migrate(db);
    const project = await registerProject(db, repository());
    const other = withoutDisk(toolsFor(db));
    const carried: Buffer[] = [];
    const spread = {
      isWorthwhile: async () => true,
      async run(part: BuildPart) {
        if (part.contents) carried.push(part.contents);
        const files = part.files.map((file) => ({ ...file, inode: 0n }));
        const result = await doPartText(other, partText({ ...part, files }), signal);
        return parsePartResult(result!);
      },
    };
    await build({ ...toolsFor(db), spread }, { project }, options);
    expect(carried.length).toBeGreaterThan(0);
    for (const contents of carried) expect(contents.subarray(0, 8).toString("latin1")).toBe("\xc7cdxseal");
  } finally {
    await db.close();
  }
});

test("the format of rows has a number that tells which of two is newer", () => {
  expect(ROW_FORMAT.number).toBeGreaterThan(24);
});
