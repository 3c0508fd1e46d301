/** The figures of an installation, for its metrics. */
import { expect, test } from "vitest";
import { failFetch } from "../../src/store/fetches.js";
import { countEverything } from "../../src/store/figures.js";
import { createJob } from "../../src/store/jobs.js";
import { insertProject, registerProject, touchWatched } from "../../src/store/projects.js";
import { describeStores } from "../helpers/store.js";

describeStores("the figures", (store) => {
  test("tell which projects lag, and whose changes nobody sees", async () => {
    const db = store();
    const { projectId: shop } = await registerProject(db, "/srv/shop");
    const { projectId: cart } = await registerProject(db, "/srv/cart");
    const url = "https://git.example/bank.git";
    const bank = await insertProject(db, {
      name: "bank",
      root: (id) => `/clones/${id}`,
      url,
      settings: {},
      isAdded: true,
    });
    await touchWatched(db, [shop], null);
    await failFetch(db, bank.project.projectId, "The server does not answer.");
    await createJob(db, "00000000-0000-4000-8000-000000000001", cart, { paths: ["a.ts", "b.ts"] });
    await db.query("update jobs set created_at = now() - interval '90 seconds'");
    await createJob(db, "00000000-0000-4000-8000-000000000002", shop, {});

    const { lagging, sources, jobs } = await countEverything(db);
    expect(lagging).toEqual([
      { project: cart, seconds: expect.closeTo(90, -1), changes: 2 },
      { project: shop, seconds: expect.closeTo(0, -1), changes: 0 },
    ]);
    expect(sources).toEqual({ fetch_failed: 1, unwatched: 1 });
    expect(jobs).toMatchObject({ queued: 2 });
  });
});
