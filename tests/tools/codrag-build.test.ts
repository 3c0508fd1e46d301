/** codrag_build: begins one build of a project at a time. */
import { expect, test } from "vitest";
import { createJob } from "../../src/store/jobs.js";
import { asker, useSharedApp } from "../helpers/app.js";
import { CODRAG_SHOP } from "./codrag-shop.js";

const app = useSharedApp(CODRAG_SHOP);
const call = asker(app);

test("refuses while a build waits, and begins one when it is gone", async () => {
  await createJob(app().db, "waiting", "repo", {});
  expect((await call("codrag_build")).structured).toMatchObject({
    error: { code: "BUILD_ALREADY_RUNNING", context: { build_id: "waiting" } },
  });
  await app().indexing.cancel("waiting");
  const { isError, structured, text } = await call("codrag_build", { full: true });
  expect(isError, text).toBe(false);
  expect(structured).toMatchObject({ started: true, building: true, build_id: expect.any(String) });
  const { build_id } = structured as { build_id?: unknown };
  await app().indexing.wait(String(build_id), new AbortController().signal);
  expect(await app().indexing.get(String(build_id))).toMatchObject({ status: "completed" });
});
