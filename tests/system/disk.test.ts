/** A full disk: the service says so, answers from what it has where it can, and goes on by itself when there is space. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { until } from "../helpers/until.js";
import { isBuilt, serve } from "./process.js";
import { put, writeRepository } from "./repository.js";

/** How long a disk may take to fill, and the service to come back. */
const PATIENCE = { within: 80_000, every: 100 };

const folder = temporaryFolder();
const disk = join(folder, "disk");
mkdirSync(disk);
/** Only root may mount, and not in every container: elsewhere there is no small disk to fill. */
const isMounted =
  process.platform === "linux" && spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", disk]).status === 0;

describe.runIf(isMounted && isBuilt)("a full disk", () => {
  const root = join(folder, "shop");
  beforeAll(() => writeRepository(root, 5));
  afterAll(() => {
    if (isMounted) execFileSync("umount", ["-l", disk]);
  });

  test("is told and survived", async () => {
    const service = await serve(root, join(disk, "data"));
    try {
      await service.settle();
      const filler = join(disk, "filler");
      const { bavail, bsize } = statfsSync(disk);
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, `bs=${bsize}`, `count=${bavail}`]);
      // More than what log files that exist already can take.
      let written = 0;
      const noise = () => Array.from({ length: 4000 }, () => Math.random().toString(36).slice(2)).join("\n");
      await until(async () => {
        put(
          root,
          `more/${written++}.ts`,
          dedent`
            export class More${written} {}
            /* ${noise()} */
          `,
        );
        return (await service.ready()).body.degraded === true;
      }, PATIENCE);
      rmSync(filler);
      writeFileSync(join(root, "last.ts"), "export class Last {}\n");
      await until(async () => (await service.ready()).body.degraded === false, PATIENCE);
      await service.settle();
      for (const name of [`More${written}`, "Last"]) {
        // Connections that broke on the full disk may cost a first call its answer; it says to try again.
        await until(async () => {
          const { body } = await service.call("search_symbols", { query: name, limit: 1 });
          return (body.results as { name: string }[] | undefined)?.[0]?.name === name;
        }, PATIENCE);
      }
    } finally {
      await service.stop("SIGKILL");
    }
  }, 180_000);
});
