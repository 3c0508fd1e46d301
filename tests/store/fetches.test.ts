/** Claims of fetches by several processes, by src/store/fetches.ts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimFetch } from "../../src/store/fetches.js";
import { insertProject } from "../../src/store/projects.js";
import { openPostgres } from "../helpers/store.js";

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("claims of fetches by several processes", () => {
  let store: Awaited<ReturnType<typeof openPostgres>>;
  beforeAll(async () => {
    store = await openPostgres(server!);
  });
  afterAll(() => store.remove());

  test("give a clone to one of them, though the other began to ask first and was slower", async () => {
    const { db } = store;
    const claimAs = (processId: string, on = db) =>
      claimFetch(on, 300, { processId, role: "worker", cloneFolder: processId });
    await insertProject(db, {
      name: "app",
      url: "https://example.com/team/app.git",
      root: (id) => `/clones/${id}`,
      settings: {},
      isAdded: true,
    });
    const [quick, slow] = await db.transaction(async (tx) => {
      await tx.query("select now()");
      return [await claimAs("quick"), await claimAs("slow", tx)];
    });
    expect([quick?.projectId, slow]).toEqual(["app", undefined]);
  });
});
