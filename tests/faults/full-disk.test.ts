/**
 * PostgreSQL has no room for what a build and saves bring, and then has it again: answers come from the last generation meanwhile and say what is
 * missing, and afterwards all is there.
 */
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { put } from "../system/repository.js";
import { mountSmallDisk, type SmallDisk } from "./small-disk.js";
import { expectHonest, hasServers, LONG_WAIT, PATIENCE, useTeam } from "./team.js";

const disk = hasServers ? await mountSmallDisk(process.env.TEST_DATABASE_URL!) : "there is no server";
const isSkipped = typeof disk === "string";

describe.skipIf(isSkipped)(`a full disk for PostgreSQL${isSkipped ? ` (skipped: ${disk})` : ""}`, () => {
  const { tablespace, fill, clear, remove } = disk as SmallDisk;
  const team = useTeam({ tablespace }, remove);
  afterEach(() => clear());

  /** More than the room left in existing files: new sources, and text that cannot be packed. */
  function saveMuch(): void {
    const noise = () => Array.from({ length: 20_000 }, () => Math.random().toString(36).slice(2)).join("\n");
    for (let number = 0; number < 8; number++) {
      put(
        team().shop,
        `much/${number}.ts`,
        dedent`
          export class Much${number} {}
          /* ${noise()} */
        `,
      );
    }
  }

  test(
    "in the middle of a build and of saves, and room again",
    async () => {
      const { cluster, editFor, expectWhole, saveMark, whileAsking } = team();
      const replies = await whileAsking(async () => {
        await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        // It has a connection from here on: a new one may need room.
        await cluster.ready("service2");
        fill();
        saveMuch();
        const mark = saveMark();
        await editFor(3000);
        await expect
          .poll(() => cluster.ready("service2"), { timeout: LONG_WAIT, interval: 500 })
          .toMatchObject({
            status: 200,
            body: { degraded: true, down: ["writes"], writes: { message: "The database's disk is full." } },
          });
        // Workers and the watcher write; the service, which answers, says it as well.
        await expect
          .poll(async () => (await indexBlock()).missing, { timeout: LONG_WAIT, interval: 500 })
          .toMatchObject({ changes: "The database's disk is full." });
        await setTimeout(5000);
        expect(await mark.isFound()).toBe(false);
        clear();
        await expect
          .poll(() => cluster.ready("service2"), { timeout: LONG_WAIT, interval: 500 })
          .toMatchObject({ status: 200, body: { degraded: false } });
      });
      // Answers need no room. New connections may: PostgreSQL writes a file for the first one after its statistics have changed.
      expectHonest(replies);
      expect(replies.filter(({ status }) => status === 200).length / replies.length).toBeGreaterThan(0.9);
      await expectWhole();
      await expect
        .poll(async () => (await indexBlock()).missing, { timeout: LONG_WAIT, interval: 500 })
        .not.toHaveProperty("changes");
      expect(await cluster.db.query("select * from views where build_token is not null")).toEqual([]);
    },
    PATIENCE,
  );

  async function indexBlock(): Promise<{ missing: Record<string, string> }> {
    const { body } = await team().cluster.call("service1", "search_symbols", "shop", { query: "helper" });
    return body.index as { missing: Record<string, string> };
  }
});
