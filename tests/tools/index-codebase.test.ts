/** index_codebase on a real service. dropped-builds.test.ts has builds whose caller is gone. */
import { expect, test } from "vitest";
import { asker, useSharedApp } from "../helpers/app.js";

const app = useSharedApp({ "src/cart.ts": "export class Cart {}\n", "src/shop.ts": "export class Shop {}\n" });
const ask = asker(app);

test("an index that is up to date stays as it is; force reads every file again", async () => {
  const { structured, text } = await ask("index_codebase");
  expect(structured).toMatchObject({
    status: "completed",
    statistics: { indexed: 0, unchanged: 2, files: 2 },
    errors: [],
  });
  expect(text).toMatch(
    /^Job \S+ \(build of repo\): completed\n0 files indexed, 2 unchanged, 0 removed, in [\d.]+ ms\./,
  );
  const again = await ask("index_codebase", { force: true });
  expect(again.structured).toMatchObject({ status: "completed", statistics: { indexed: 2, unchanged: 0 } });
});

test("async answers with the job at once", async () => {
  const { structured } = await ask("index_codebase", { async: true, force: true });
  const { job_id, statistics } = structured as unknown as { job_id: string; statistics: null };
  expect(statistics).toBeNull();
  expect(await app().indexing.wait(job_id, AbortSignal.timeout(30_000))).toMatchObject({ status: "completed" });
});

test("a path that may not be indexed is an error that says so", async () => {
  const { isError, text } = await ask("index_codebase", { path: "/nowhere/at/all" });
  expect(isError).toBe(true);
  expect(text).toBe(
    "project_not_found: path: is not the root folder of a registered project.\nlist_projects shows the projects and their ids.",
  );
});
