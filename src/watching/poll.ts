/** Looks through a repository at intervals, for where the system does not tell of changes. */
import { statfsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { CodeindexError } from "../base/errors.js";
import { letFail } from "../base/promises.js";
import type { FileEvent } from "../repository/file-event.js";
import { scan } from "../repository/scan.js";
import type { SkipRules } from "../repository/skip/rules.js";

/**
 * File systems with changes by others than this machine's kernel, which does not hear of all of them: by the type that statfs gives. An overlay (of
 * containers) is not among them: the kernel hears of changes through it.
 */
const NO_EVENTS: Record<number, string> = {
  26985: "nfs",
  20859: "smb",
  4283649346: "cifs",
  4266872130: "smb2",
  16914839: "9p",
  // virtiofs too says it is this.
  1702057286: "fuse",
  2020557398: "vboxsf",
  3133910204: "vmhgfs",
  2088527475: "prl_fs",
  1397113167: "afs",
  1799439955: "afs",
  12805120: "ceph",
  198183888: "lustre",
  18225520: "gfs2",
  1952539503: "ocfs2",
};

/** The name of the file system of this type where it does not tell of all changes; otherwise null. */
export function eventlessFileSystem(type: number): string | null {
  return NO_EVENTS[type] ?? null;
}

/** The same of the one that a folder is on. Only Linux has these types. */
export function eventlessFileSystemOf(folder: string): string | null {
  return process.platform === "linux" ? eventlessFileSystem(statfsSync(folder).type) : null;
}

export interface Poller {
  /** Resolves when the state that later ones are compared with is known. */
  ready: Promise<void>;
  close(): void;
}

/** Tells the paths that are another than at the last look, after each look; an empty list when none is. `interval` in milliseconds. */
export function createPoller(
  root: string,
  rules: SkipRules,
  {
    interval,
    onLook,
    onError,
  }: { interval: number; onLook: (changed: string[]) => void; onError: (error: Error) => void },
): Poller {
  const closing = new AbortController();
  const { signal } = closing;
  let before: Map<string, string> | undefined;

  async function look(): Promise<void> {
    // Ignore files may have changed as well.
    rules.forget();
    const now = new Map<string, string>();
    for await (const batch of scan(root, rules, { signal }))
      for (const event of batch) now.set(event.path, stateOf(event));
    if (before) onLook(differences(before, now));
    before = now;
  }

  async function lookAgainAndAgain(): Promise<void> {
    for (;;) {
      await setTimeout(interval, undefined, { signal });
      await lookOnce();
    }
  }

  /** A repository that is not there is its owner's to tell; it is compared with when it comes back. */
  async function lookOnce(): Promise<void> {
    try {
      await look();
    } catch (error) {
      const isGone = error instanceof CodeindexError && error.code === "not_found";
      if (!signal.aborted && !isGone) onError(error as Error);
    }
  }

  const ready = lookOnce();
  // A first look that fails is told of by `ready`.
  letFail(ready.then(lookAgainAndAgain));
  return { ready, close: () => closing.abort() };
}

function differences(before: Map<string, string>, now: Map<string, string>): string[] {
  const changed: string[] = [];
  for (const [path, state] of now) if (before.get(path) !== state) changed.push(path);
  for (const path of before.keys()) if (!now.has(path)) changed.push(path);
  return changed;
}

function stateOf(event: FileEvent): string {
  if (event.kind === "file") return `${event.size} ${event.modifiedNs} ${event.inode}`;
  return event.kind === "deleted" ? "" : event.reason;
}
