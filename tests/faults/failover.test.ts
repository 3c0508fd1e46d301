/**
 * The database's server dies in the middle of work and its replica takes over, once with all transactions and once without the last ones, whose ids and
 * generations are given a second time: nobody answers from what was lost, no build publishes it, and what it had indexed is indexed again.
 */
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { createPostgres } from "../../src/store/db/postgres.js";
import { dedent } from "../helpers/dedent.js";
import { until } from "../helpers/until.js";
import { put } from "../system/repository.js";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.js";
import { type OwnPostgres, postgresPrograms, startPostgres } from "./own-postgres.js";
import { expectHonest, hasServers, LONG_WAIT, PATIENCE, useTeam } from "./team.js";

const isSkipped = !hasServers || postgresPrograms === undefined;

describe.skipIf(isSkipped)(`a replica takes over${isSkipped ? " (skipped: no PostgreSQL to start)" : ""}`, () => {
  const servers: OwnPostgres[] = [];
  let primary: OwnPostgres;
  let way: FaultProxy;

  beforeAll(async () => {
    primary = await startPostgres();
    servers.push(primary);
    way = await openFaultProxy("127.0.0.1", primary.port);
  }, PATIENCE);
  const team = useTeam({ database: () => `postgresql://codeindex@127.0.0.1:${way.port}/postgres` }, async () => {
    await way.close();
    for (const server of servers) server.remove();
  });

  /** A replica that has all that was written so far. */
  async function replicaOf(server: OwnPostgres): Promise<OwnPostgres> {
    const replica = await server.replica();
    servers.push(replica);
    await until(async () => (await lsnOf(replica)) >= (await lsnOf(server)), { within: LONG_WAIT, every: 200 });
    return replica;
  }

  async function lsnOf({ url }: OwnPostgres): Promise<number> {
    const db = createPostgres(url, { max: 1 });
    const [row] = await db.query<{ at: number }>(
      "select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::float8 as at",
    );
    await db.close();
    return row!.at;
  }

  /** The way leads to the replica from here on, some seconds after the primary died. */
  async function failOver(to: OwnPostgres): Promise<void> {
    way.stop();
    primary.kill();
    await setTimeout(2000);
    to.promote();
    way.leadTo(to.port);
    way.restore();
    primary = to;
  }

  test(
    "in the middle of a build and of saves",
    async () => {
      const { cluster, editFor, expectWhole, whileAsking } = team();
      const replica = await replicaOf(primary);
      const replies = await whileAsking(async () => {
        await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        const saving = editFor(6000);
        await setTimeout(1500);
        await failOver(replica);
        await saving;
      });
      expectHonest(replies);
      await expectWhole();
    },
    PATIENCE,
  );

  test.each([
    { name: "while nothing is built", isBuilding: false },
    { name: "in the middle of a build", isBuilding: true },
  ])(
    "and lacks the last transactions, $name",
    async ({ isBuilding }) => {
      const { cluster, shop, editFor, expectWhole } = team();
      const replica = await replicaOf(primary);
      replica.set("primary_conninfo", "");
      await setTimeout(500);
      // Both services and a worker keep what only the primary knows.
      const mark = `lost${isBuilding ? "Building" : "Idle"}`;
      for (let number = 0; number < 4; number++) {
        put(
          shop,
          `lost${number}.ts`,
          dedent`
          export function ${mark}${number}() {
            return ${number};
          }
        `,
        );
        for (const role of ["service1", "service2"] as const)
          await until(async () => (await named(role, `${mark}${number}`)).length === 1, {
            within: LONG_WAIT,
            every: 200,
          });
      }
      await cluster.settle(LONG_WAIT);
      if (isBuilding) {
        await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        await setTimeout(1000);
      }
      await failOver(replica);
      // Other files get the ids and generations that were lost.
      for (let number = 0; number < 4; number++) {
        put(
          shop,
          `other${number}.ts`,
          dedent`
          export function ${mark}Other${number}() {
            return ${mark}${number};
          }
        `,
        );
        await setTimeout(300);
      }
      await expectWhole();
      for (const role of ["service1", "service2"] as const)
        for (let number = 0; number < 4; number++) {
          expect(await named(role, `${mark}${number}`)).toEqual([`${mark}${number} lost${number}.ts`]);
          expect(await named(role, `${mark}Other${number}`)).toEqual([`${mark}Other${number} other${number}.ts`]);
        }
      await editFor(2000);
      await expectWhole();
    },
    PATIENCE,
  );

  /** The symbols of exactly this name, and where they are. */
  async function named(role: "service1" | "service2", query: string): Promise<string[]> {
    const { body } = await team().cluster.call(role, "search_symbols", "shop", { query });
    const found = (body.results as { name: string; file_path: string }[] | undefined) ?? [];
    return found.filter(({ name }) => name === query).map(({ name, file_path }) => `${name} ${file_path}`);
  }
});
