/**
 * Programs of views, kept in memory between builds: an edit then costs what depends on it and no more. A program stands for one generation, and
 * takes from the stored parse results what other processes have published since; one that a failed build has changed is dropped.
 */
import { inflateRawSync } from "node:zlib";
import { present } from "../base/need.js";
import { storedResult } from "../languages/in-file.js";
import { codeLanguageOf } from "../languages/index.js";
import { nodeIds } from "../model/node-id.js";
import { createProgram } from "../resolution/create-program.js";
import { families } from "../resolution/families.js";
import type { ProjectConfig } from "../resolution/layout.js";
import type { Program } from "../resolution/program.js";
import type { Db } from "../store/db/db.js";
import { liveVersions } from "../store/files.js";
import { readParses } from "../store/parse-results.js";
import { hasImports, readMentions } from "../store/scip.js";
import { readContents } from "../store/versions.js";
import type { View } from "../store/views.js";

/** A view's program and the configuration files it was made with, by path. */
export interface OpenProgram {
  program: Program;
  config: ProjectConfig["files"];
}

export interface ProgramCache {
  /** Drops all programs where they are of another history of the database than this one. */
  under(history: string | null): void;
  /** The program of the view's published generation. */
  open(db: Db, view: View, signal: AbortSignal): Promise<OpenProgram>;
  /** An empty program in its place, for a build that reads every file: two of a large repository would not go into memory. */
  begin(view: View): OpenProgram;
  /** Says that the view's program, if it stood for the generation of `view`, now stands for `generation`, which was published. */
  published(view: View, generation: number): void;
  drop(view: View): void;
  /** How many symbols the kept programs have together. */
  symbols(): number;
  /** Drops all of a project that was removed. */
  forget(projectId: string): void;
}

const READ_AT_ONCE = 256;
const CONFIG_FILES = Object.values(families).map(({ configFiles }) => configFiles);

/** Whether a file decides how names and modules of others are resolved. */
export function isConfigFile(path: string): boolean {
  return CONFIG_FILES.some((pattern) => pattern.test(path));
}

/** Keeps the programs of the views that were used last: as many as have `mostSymbols` together, and one at least. A symbol takes about half a kilobyte. */
export function createProgramCache(mostSymbols: number): ProgramCache {
  const programs = new Map<string, OpenProgram & { generation: number }>();
  const keyOf = (view: View) => `${view.projectId} ${view.viewId}`;
  let madeUnder: string | null = null;
  /** Gives up programs until `symbols` more have room, the longest unused first. */
  const makeRoom = (symbols: number) => {
    // Those that were used last come last.
    for (const [older, program] of [...programs].reverse()) {
      symbols += sizeOf(program);
      if (symbols > mostSymbols) programs.delete(older);
    }
  };
  return {
    under(history) {
      if (madeUnder !== null && history !== madeUnder) programs.clear();
      madeUnder = history;
    },
    async open(db, view, signal) {
      const key = keyOf(view);
      const known = programs.get(key);
      programs.delete(key);
      const entry =
        known && known.generation <= view.generation
          ? known
          : { program: createProgram(), config: new Map(), generation: 0 };
      if (entry.generation < view.generation) await catchUp(db, view, entry, entry.generation, signal);
      entry.generation = view.generation;
      makeRoom(sizeOf(entry));
      programs.set(key, entry);
      return entry;
    },
    begin(view) {
      programs.delete(keyOf(view));
      makeRoom(0);
      const entry = { program: createProgram(), config: new Map(), generation: view.generation };
      programs.set(keyOf(view), entry);
      return entry;
    },
    published(view, generation) {
      const entry = programs.get(keyOf(view));
      if (entry?.generation === view.generation) entry.generation = generation;
    },
    drop: (view) => void programs.delete(keyOf(view)),
    symbols: () => [...programs.values()].reduce((sum, program) => sum + sizeOf(program), 0),
    forget(projectId) {
      for (const key of programs.keys()) if (key.startsWith(`${projectId} `)) programs.delete(key);
    },
  };
}

function sizeOf({ program }: OpenProgram): number {
  let symbols = 0;
  for (const file of program.files.values()) symbols += file.symbols.length;
  return symbols;
}

/** Brings a program from the generation `since` (0: an empty one) to the view's. */
async function catchUp(
  db: Db,
  view: View,
  { program, config }: OpenProgram,
  since: number,
  signal: AbortSignal,
): Promise<void> {
  const { versions: all } = await liveVersions(db, view.projectId, view.viewId);
  const live = new Set(all.map(({ path }) => path));
  for (const path of [...program.files.keys()]) if (!live.has(path)) program.remove(path);
  for (const path of [...config.keys()]) if (!live.has(path)) config.delete(path);
  const versions = all.filter(({ generation }) => generation > since);
  await readConfig(db, view.projectId, versions, config);
  program.setConfig({ files: config });
  const sources = versions.filter(({ path }) => codeLanguageOf(path) !== null);
  const isImported = await hasImports(db, view.projectId);
  for (let start = 0; start < sources.length; start += READ_AT_ONCE) {
    signal.throwIfAborted();
    const some = sources
      .slice(start, start + READ_AT_ONCE)
      .map(({ path, contentHash }) => ({ path, contentHash: present(contentHash) }));
    for (const [path, parse] of await readParses(db, view.projectId, some)) {
      const language = present(codeLanguageOf(path));
      const result = storedResult(parse, path);
      program.set(path, language, result, nodeIds(language, path, result));
    }
    if (isImported) await mentionTargets(db, view.projectId, program, some, null);
  }
  program.settle();
}

/** Reads the configuration files among some files into `config`. */
export async function readConfig(
  db: Db,
  projectId: string,
  files: Iterable<{ path: string; contentHash: Buffer | null }>,
  config: ProjectConfig["files"],
): Promise<void> {
  const found = [...files].filter(({ path }) => isConfigFile(path));
  const contents = await readContents(
    db,
    projectId,
    found.map(({ contentHash }) => present(contentHash)),
  );
  const dataOf = new Map(contents.map(({ contentHash, data }) => [contentHash.toString("base64"), data]));
  for (const { path, contentHash } of found) {
    const data = dataOf.get(present(contentHash).toString("base64"));
    if (data) config.set(path, inflateRawSync(data).toString());
  }
}

/** Tells the program of the names that imported facts about some files lead to. `importId`: an import that is about to count. */
export async function mentionTargets(
  db: Db,
  projectId: string,
  program: Program,
  files: readonly { path: string; contentHash: Buffer }[],
  importId: number | null,
): Promise<void> {
  for (const { path, mentions } of await readMentions(db, projectId, files, importId)) program.mention(path, mentions);
}
