/** Changes a file of somebody else's: all of it or nothing, with what it said before kept beside it. */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** What became of it; `backup` is where its former text is. */
export type Written = { state: "created" | "unchanged" } | { state: "changed"; backup: string };

/** Somebody else keeps changing it. */
const MOST_ROUNDS = 5;

/**
 * Replaces the text of the file by what `change` makes of it ("" where there is no file; null: there shall be none). What `change` throws rises, and
 * nothing was written then.
 */
export function changeFile(path: string, change: (text: string) => string | null, mode: number): Written {
  // A link stays one: what it leads to is changed.
  const file = existsSync(path) ? realpathSync(path) : path;
  for (let round = 1; ; round++) {
    const before = readText(file);
    const bom = before?.startsWith("\uFEFF") ? "\uFEFF" : "";
    const changed = change((before ?? "").slice(bom.length));
    if (changed === null || bom + changed === before) return { state: "unchanged" };
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${randomUUID()}.tmp`;
    try {
      const kept = before === null ? mode : statSync(file).mode & 0o777;
      writeFileSync(draft, bom + changed, { mode: kept, flush: true });
      chmodSync(draft, kept);
      // The client itself may have written meanwhile.
      if (readText(file) !== before && round < MOST_ROUNDS) continue;
      const backup = before === null ? null : keepBackup(file, before, kept);
      renameSync(draft, file);
      return backup === null ? { state: "created" } : { state: "changed", backup };
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Beside it, under the first name that is free: `mcp.json.bak`, `mcp.json.bak2`, … */
function keepBackup(file: string, text: string, mode: number): string {
  for (let number = 1; ; number++) {
    const backup = `${file}.bak${number === 1 ? "" : number}`;
    try {
      writeFileSync(backup, text, { mode, flag: "wx" });
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
