/** Reads the operating system's figures about the machine, processes and folders. Null where it does not report one. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { systemCode } from "../../base/system-code.js";
import type { Report } from "./figures.js";

/** Ticks per second in /proc: the same on all Linux systems that Node runs on. */
const TICKS = 100;

/** The machine as reports show it. */
export function describeMachine(): Report["machine"] {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown processor",
    cores: availableParallelism(),
    memory: totalmem(),
    node: process.versions.node,
    system: `${type()} ${release()}`,
  };
}

/** Memory of a process in bytes, now and at its peak; Linux only. */
export function memoryOf(pid: number | "self"): { now: number; peak: number } | null {
  const status = readProc(`/proc/${pid}/status`);
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status ?? "")?.[1] ?? Number.NaN);
  const memory = { now: kilobytes("VmRSS") * 1024, peak: kilobytes("VmHWM") * 1024 };
  return Number.isNaN(memory.peak) ? null : memory;
}

/**
 * CPU seconds of a PostgreSQL server on this machine, by the id of one of its processes: the postmaster, its live children and those that ended. Null
 * where that process is not PostgreSQL's, such as a server elsewhere.
 */
export function postgresCpu(backend: number): number | null {
  const own = processStat(backend);
  const postmaster = own && processStat(own.parent);
  if (!postmaster || !/^postgres/.test(postmaster.name)) return null;
  let ticks = postmaster.own + postmaster.ended;
  for (const entry of readdirSync("/proc")) {
    const child = /^\d+$/.test(entry) ? processStat(Number(entry)) : null;
    if (child?.parent === own.parent) ticks += child.own;
  }
  return ticks / TICKS;
}

/** CPU seconds, of user and system, of all processes that ended as children of this one, with their own; Linux only. */
export function endedCpu(): number {
  return (processStat(process.pid)?.ended ?? Number.NaN) / TICKS;
}

/** Bytes of memory that a process and all below it hold now; Linux only. */
export function treeMemory(root: number): number {
  const below = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    const stat = /^\d+$/.test(entry) ? processStat(Number(entry)) : null;
    if (stat) addToList(below, stat.parent, Number(entry));
  }
  const held = (pid: number): number =>
    (below.get(pid) ?? []).reduce((sum, child) => sum + held(child), memoryOf(pid)?.now ?? 0);
  return held(root);
}

/** CPU in ticks: the process's own, and that of its ended children. */
function processStat(pid: number): { name: string; parent: number; own: number; ended: number } | null {
  const match = /^\d+ \((.*)\) \S (.*)$/s.exec(readProc(`/proc/${pid}/stat`) ?? "");
  if (!match) return null;
  const fields = nth(match, 2).split(" ").map(Number);
  return {
    name: nth(match, 1),
    parent: nth(fields, 0),
    own: nth(fields, 10) + nth(fields, 11),
    ended: nth(fields, 12) + nth(fields, 13),
  };
}

/** Null where there is no /proc, or the process has ended. */
function readProc(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES") return null;
    throw error;
  }
}

/** The size of a folder on the disk, in bytes. */
export function sizeOnDisk(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += sizeOnDisk(path);
    else bytes += lstatSync(path).blocks * 512;
  }
  return bytes;
}
