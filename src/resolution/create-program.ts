/** Creates a program, keeps its files and what changed in them, and ties together the functions that evaluate each other. */
import { affectedFiles } from "./affected-files.js";
import { type Caches, createCaches } from "./caches.js";
import { createCsharpProjects } from "./csharp/projects.js";
import { step, typePlace } from "./lookup.js";
import { addToIndex, createIndex, removeFromIndex } from "./name-index.js";
import { type Changes, type Evaluate, type Program, targetsOf } from "./program.js";
import type { ProgramFile } from "./program-file.js";
import { summarizeFile } from "./summarize.js";
import { createModules, type Modules, type ProjectConfig } from "./typescript/modules.js";
import { calleeOf, typedValue, walkValue } from "./typescript/values.js";

/** The one place where the functions that evaluate each other are tied together. */
const EVALUATE: Evaluate = { step, typePlace, typedValue, walkValue, calleeOf };

/** An empty program. */
export function createProgram(initial: ProjectConfig = { files: new Map() }): Program {
  const files = new Map<string, ProgramFile>();
  const index = createIndex();
  const freeIds: number[] = [];
  const changes: Changes = { before: new Map(), modules: new Set(), configChanged: false };
  let config = new Map(initial.files);
  let modules: Modules = createModules({ files: config }, (path) => files.has(path));
  let projects = createCsharpProjects({ files: config });
  let caches: Caches | null = null;

  function touch(path: string, before: ProgramFile | null) {
    if (!changes.before.has(path)) changes.before.set(path, before);
    caches = null;
  }

  const program: Program = {
    files,
    index,
    evaluate: EVALUATE,
    get projects() {
      return projects;
    },
    get caches() {
      caches ??= createCaches();
      return caches;
    },
    set(path, language, parse, nodeIds) {
      const before = files.get(path) ?? null;
      touch(path, before);
      if (before !== null) removeFromIndex(index, before);
      else modules.filesChanged();
      const id = before?.id ?? freeIds.pop() ?? files.size;
      const file = summarizeFile(index, { id, path, language }, parse, nodeIds);
      if (file === null) {
        files.delete(path);
        freeIds.push(id);
        modules.filesChanged();
        return false;
      }
      files.set(path, file);
      addToIndex(index, file);
      return true;
    },
    remove(path) {
      const before = files.get(path);
      if (before === undefined) return;
      touch(path, before);
      removeFromIndex(index, before);
      files.delete(path);
      freeIds.push(before.id);
      modules.filesChanged();
    },
    mention(path, names) {
      const file = files.get(path);
      if (file === undefined) return;
      const numbers = new Set(file.mentioned);
      for (const name of names) numbers.add(index.intern(name));
      file.mentioned = Int32Array.from(numbers).sort();
    },
    setConfig(next) {
      const isSame =
        next.files.size === config.size && Array.from(next.files).every(([path, text]) => config.get(path) === text);
      if (isSame) return false;
      config = new Map(next.files);
      modules = createModules({ files: config }, (path) => files.has(path));
      projects = createCsharpProjects({ files: config });
      caches = null;
      for (const file of files.values()) file.targets = null;
      changes.configChanged = true;
      return true;
    },
    affected(changedPaths = []) {
      const affected = affectedFiles(program, changes);
      for (const path of changedPaths) if (files.has(path)) affected.add(path);
      return affected;
    },
    settle() {
      for (const file of files.values()) if (!file.isCsharp) targetsOf(program, file);
      changes.before.clear();
      changes.modules.clear();
      changes.configChanged = false;
      caches = null;
    },
    forgetLookups() {
      caches = null;
    },
    moduleOf: (file, specifier) => modules.resolve(file.path, specifier),
    isOwnModule: (external) => modules.isOwn(external),
    canUse: (file, other) => modules.canUse(file.path, other.path),
  };
  return program;
}
