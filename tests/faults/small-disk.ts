/** A small disk for a database of a PostgreSQL server of this machine: one that can be filled. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { createPostgres } from "../../src/store/db/postgres.js";

/** A folder on a small disk. */
export interface SmallFolder {
  folder: string;
  fill(): void;
  /** Makes room again. */
  clear(): void;
  unmount(): void;
}

export interface SmallDisk extends Pick<SmallFolder, "fill" | "clear"> {
  /** The name of the tablespace that is on it. */
  tablespace: string;
  /** When no database is on it any more. */
  remove(): Promise<void>;
}

/** Mounts a small disk at a new folder; or gives the reason why that cannot be done here. */
export function mountSmallFolder(folder: string, size = "128m"): SmallFolder | string {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can mount a small disk";
  mkdirSync(folder);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { encoding: "utf8" });
  if (mounted.status !== 0) {
    rmdirSync(folder);
    return `a small disk cannot be mounted: ${mounted.stderr.trim()}`;
  }
  const filler = join(folder, ".filler");
  return {
    folder,
    // To the last byte: it ends when there is no room.
    fill: () => void spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4096"]),
    clear: () => rmSync(filler, { force: true }),
    unmount() {
      spawnSync("umount", ["-l", folder]);
      rmdirSync(folder);
    },
  };
}

/** Mounts one and makes a tablespace on it; or gives the reason why that cannot be done here. `server`: a superuser's URL. */
export async function mountSmallDisk(server: string): Promise<SmallDisk | string> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can mount a small disk";
  const db = createPostgres(server, { max: 1 });
  try {
    const [seen] = await db.query<{ data: string; pid: number; hasReplica: boolean }>(
      `select current_setting('data_directory') as data, pg_backend_pid() as pid,
         exists (select from pg_stat_replication) as "hasReplica"`,
    );
    const data = folderSeenBy(seen!.pid, seen!.data);
    if (!existsSync(join(data, "PG_VERSION"))) return "the PostgreSQL server is not on this machine";
    if (seen!.hasReplica) return "a replica of the PostgreSQL server would write to the same disk";
    // Beside its data, where it may go.
    const name = `codeindex_small_${randomUUID().replaceAll("-", "")}`;
    const folder = `${data}.${name}`;
    const disk = mountSmallFolder(folder);
    if (typeof disk === "string") return disk;
    const { uid, gid } = statSync(data);
    chownSync(folder, uid, gid);
    chmodSync(folder, 0o700);
    await db.query(`create tablespace ${name} location '${seen!.data}.${name}'`);
    return {
      tablespace: name,
      fill: disk.fill,
      clear: disk.clear,
      async remove() {
        const admin = createPostgres(server, { max: 1 });
        await admin.query(`drop tablespace ${name}`);
        await admin.close();
        disk.unmount();
      },
    };
  } finally {
    await db.close();
  }
}

/** A folder of a process that may have another root than ours. */
function folderSeenBy(pid: number, folder: string): string {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres")) return folder;
    return join(readlinkSync(`/proc/${pid}/root`), folder);
  } catch {
    // No such process here.
    return folder;
  }
}
