/** Creates a program, keeps its files and what changed in them, and ties together the functions that evaluate each other. */
import { nth, present } from "../base/need.js";
import { affectedFiles } from "./affected-files.js";
import { type Caches, createCaches } from "./caches.js";
import { families as allFamilies } from "./families.js";
import type { Layout, ProjectConfig } from "./layout.js";
import { step, typePlace } from "./lookup.js";
import { addToIndex, createIndex, removeFromIndex } from "./name-index.js";
import { SHAPE } from "./plain.js";
import { type Changes, type Program, targetsOf } from "./program.js";
import type { ProgramFile } from "./program-file.js";
import type { Evaluate, Semantics } from "./semantics.js";
import { summarizeFile } from "./summarize.js";

/** The one place where the functions that evaluate each other are tied together. */
const EVALUATE: Evaluate = {
  step,
  typePlace,
  typedValue: (program, written) => program.semanticsOf(written.file).types.typedValue(program, written),
  calleeOf: (program, written) => program.semanticsOf(written.file).types.calleeOf(program, written),
};

/** An empty program. `byLanguage`: the semantics of each family of languages, by the `family` of its languages. */
export function createProgram(
  initial: ProjectConfig = { files: new Map() },
  byLanguage: Readonly<Record<string, Semantics>> = allFamilies,
): Program {
  const files = new Map<string, ProgramFile>();
  const families = [...new Set(Object.values(byLanguage))];
  const index = createIndex(Object.fromEntries(families.map(({ name, summary }) => [name, summary.createIndex()])));
  const freeIds: number[] = [];
  const changes: Changes = { before: new Map(), modules: new Set(), configChanged: false };
  let config = new Map(initial.files);
  let layouts = createLayouts();
  let caches: Caches | null = null;

  /** Imports lead to code that says what it exports: a file without a grammar does not. */
  function hasModule(path: string): boolean {
    return files.get(path)?.language.shape === undefined && files.has(path);
  }

  function createLayouts(): Record<string, Layout> {
    const made = families.map(({ name, createLayout }) => [
      name,
      createLayout({ files: config }, (path) => hasModule(path)),
    ]);
    return Object.fromEntries(made);
  }

  function filesChanged() {
    for (const layout of Object.values(layouts)) layout.filesChanged();
  }

  function indexing(file: ProgramFile) {
    const { name, summary } = program.semanticsOf(file);
    return (put: Parameters<typeof summary.indexFile>[2]) =>
      summary.indexFile(present(index.families[name]), file, put);
  }

  function touch(path: string, before: ProgramFile | null) {
    if (!changes.before.has(path)) changes.before.set(path, before);
    caches = null;
  }

  const layoutOf = (file: ProgramFile): Layout => present(layouts[program.semanticsOf(file).name]);

  const program: Program = {
    files,
    index,
    evaluate: EVALUATE,
    families,
    semanticsOf: (file) => nth(families, file.family),
    get layouts() {
      return layouts;
    },
    get caches() {
      caches ??= createCaches();
      return caches;
    },
    set(path, language, parse, nodeIds) {
      const before = files.get(path) ?? null;
      touch(path, before);
      if (before !== null) removeFromIndex(index, before, indexing(before));
      else filesChanged();
      const id = before?.id ?? freeIds.pop() ?? files.size;
      const semantics = byLanguage[language.shape ? SHAPE : language.family];
      if (semantics === undefined) throw new Error(`the family ${language.family} has no semantics`);
      const family = families.indexOf(semantics);
      const file = summarizeFile(index, { id, path, language, family, semantics }, parse, nodeIds);
      if (file === null) {
        files.delete(path);
        freeIds.push(id);
        filesChanged();
        return false;
      }
      files.set(path, file);
      addToIndex(index, file, indexing(file));
      return true;
    },
    remove(path) {
      const before = files.get(path);
      if (before === undefined) return;
      touch(path, before);
      removeFromIndex(index, before, indexing(before));
      files.delete(path);
      freeIds.push(before.id);
      filesChanged();
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
      layouts = createLayouts();
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
      for (const file of files.values()) targetsOf(program, file);
      changes.before.clear();
      changes.modules.clear();
      changes.configChanged = false;
      caches = null;
    },
    forgetLookups() {
      caches = null;
    },
    moduleOf: (file, specifier) => layoutOf(file).resolve(file.path, specifier),
    canUse: (file, other) => layoutOf(file).canUse(file.path, other.path),
  };
  return program;
}
