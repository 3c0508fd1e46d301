/** A Redis that a test starts for itself, so that it may fill it: from TEST_REDIS_BIN, or from the PATH. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Redis } from "ioredis";
import { temporaryFolder } from "../helpers/folders.js";
import { freePort } from "../helpers/free-port.js";
import { until } from "../helpers/until.js";

/** The program; undefined: this machine has none. */
export const redisProgram: string | undefined = [
  process.env.TEST_REDIS_BIN ?? "",
  ...(process.env.PATH ?? "").split(delimiter),
]
  .flatMap((folder) => ["redis-server", "valkey-server"].map((name) => join(folder, name)))
  .find((program) => existsSync(program) && spawnSync(program, ["--version"]).status === 0);

export interface OwnRedis {
  url: string;
  /** It has no memory for anything more. */
  fillMemory(): Promise<void>;
  /** It cannot save what it holds. */
  failToSave(): Promise<void>;
  /** It has room again for both. */
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts an empty one. */
export async function startRedis(): Promise<OwnRedis> {
  const folder = temporaryFolder();
  const port = await freePort();
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", "3600 1"];
  const server = spawn(redisProgram!, args, { stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const client = new Redis(port, "127.0.0.1");
  client.on("error", () => undefined);
  await until(async () => (await client.ping().catch(() => "")) === "PONG");
  // A save that ends must rename its file to this.
  const inTheWay = join(folder, "dump.rdb");
  const save = async (status: string) => {
    await client.bgsave();
    await until(async () => {
      const info = await client.info("persistence");
      return info.includes("rdb_bgsave_in_progress:0") && info.includes(`rdb_last_bgsave_status:${status}`);
    });
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async fillMemory() {
      await client.config("SET", "maxmemory", "1kb");
    },
    async failToSave() {
      mkdirSync(inTheWay);
      await save("err");
    },
    async makeRoom() {
      await client.config("SET", "maxmemory", "0");
      if (!statSync(inTheWay, { throwIfNoEntry: false })?.isDirectory()) return;
      rmdirSync(inTheWay);
      await save("ok");
    },
    async remove() {
      client.disconnect();
      server.kill("SIGKILL");
      await ended;
    },
  };
}
