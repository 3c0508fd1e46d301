/** PostgreSQL servers that a test starts for itself, so that it may end them: from TEST_POSTGRES_BIN, or from the newest of Debian's packages. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "../helpers/free-port.js";

const DEBIAN = "/usr/lib/postgresql";
const NEEDED = ["initdb", "pg_basebackup", "pg_ctl", "postgres"];

/** The folder of the programs; undefined: this machine has none. */
export const postgresPrograms: string | undefined = [
  process.env.TEST_POSTGRES_BIN,
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIAN, version, "bin")),
].find((folder) => folder !== undefined && NEEDED.every((program) => existsSync(join(folder, program))));

export interface OwnPostgres {
  /** A superuser's URL. */
  url: string;
  port: number;
  /** Another server that replays what this one writes. */
  replica(): Promise<OwnPostgres>;
  /** Sets a parameter that a running server takes. */
  set(name: string, value: string): void;
  /** A replica becomes a server of its own. */
  promote(): void;
  /** Ends it at once, with all its connections; `remove` also takes its data away. */
  kill(): void;
  remove(): void;
}

/** Runs a program of the server. It must not run as root, and runs as the user of Debian's packages then. */
function run(program: string, ...args: string[]): void {
  const isRoot = userInfo().uid === 0;
  const file = join(postgresPrograms!, program);
  const [command, all] = isRoot ? ["runuser", ["-u", "postgres", "--", file, ...args]] : [file, args];
  const { status, stderr } = spawnSync(command!, all as string[], { encoding: "utf8", cwd: tmpdir() });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** A folder that the server's user owns. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "codeindex-postgres-"));
  if (userInfo().uid === 0) spawnSync("chown", ["postgres", folder]);
  return folder;
}

/** Starts a server with a new database. */
export async function startPostgres(): Promise<OwnPostgres> {
  const folder = dataFolder();
  const data = join(folder, "data");
  run("initdb", "-D", data, "-U", "codeindex", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  return startOn(folder, data);
}

async function startOn(folder: string, data: string): Promise<OwnPostgres> {
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200 -c wal_keep_size=256MB`;
  run("pg_ctl", "-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start");
  const kill = () => run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
  return {
    url: `postgresql://codeindex@127.0.0.1:${port}/postgres`,
    port,
    async replica() {
      const own = dataFolder();
      const copy = join(own, "data");
      run(
        "pg_basebackup",
        "-h",
        "127.0.0.1",
        "-p",
        String(port),
        "-U",
        "codeindex",
        "-D",
        copy,
        "-R",
        "-X",
        "stream",
        "-c",
        "fast",
      );
      return startOn(own, copy);
    },
    set(name, value) {
      appendFileSync(join(data, "postgresql.auto.conf"), `${name} = '${value}'\n`);
      run("pg_ctl", "-D", data, "reload");
    },
    promote: () => run("pg_ctl", "-D", data, "-w", "promote"),
    kill,
    remove() {
      if (existsSync(join(data, "postmaster.pid"))) kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
