/** C# projects: the ones that compile a source, their references, and the usings that they add. Pure: it knows texts alone. */
import { need } from "../../base/need.js";
import { createOwnNamespaces, type OwnNamespaces } from "./own-namespaces.js";
import { folderOf } from "./project-globs.js";
import { createProjectTable, type ProjectTable, type ProjectUsing } from "./project-table.js";

export interface CsharpProjects extends OwnNamespaces {
  /** Whether `from` may name what `to` declares: each project of `from` compiles `to`, or refers to a project of `to`. */
  canUse(from: string, to: string): boolean;
  /** Whether a known project compiles the file. Listings of an interface and templates stand beside projects. */
  isCompiled(path: string): boolean;
  /** Whether the projects that compile `from` also compile `to`. */
  sharesProject(from: string, to: string): boolean;
  /** Whether a project of `to` shows its internals to a project of `from`. */
  seesInternals(from: string, to: string): boolean;
  /** The namespace that a file has by its folder, where its text names none; null where no project is around it. */
  namespaceOf(path: string): string | null;
  /** The usings that all projects of the file add. */
  usingsOf(path: string): readonly ProjectUsing[];
  /** The static usings and aliases of all projects. */
  namedUsings(): readonly ProjectUsing[];
}

/** The projects that compile a file. `home` is the one whose folder it lies in, if any. */
interface Owners {
  home: string | null;
  all: readonly string[];
}

/** Look-ups of sources and projects, with their answers so far. */
interface Lookup {
  table: ProjectTable;
  owners: Map<string, Owners>;
  /** The folders of the projects that a project may use, by its own. */
  visible: Map<string, Set<string>>;
}

/**
 * Reads *.csproj, Directory.Build.props and Directory.Build.targets, by path. A condition counts as met. One on a property that some project file of
 * the repository sets to true is met only where the project sets it.
 */
export function createCsharpProjects(config: { files: ReadonlyMap<string, string> }): CsharpProjects {
  const table = createProjectTable(config.files);
  const { rootNamespaces, byName, projects, absent, packages } = table;
  const l: Lookup = { table, owners: new Map(), visible: new Map() };
  return {
    ...createOwnNamespaces({ projects: [...byName.keys(), ...rootNamespaces, ...absent], packages }),
    canUse(from, to) {
      if (from === to) return true;
      const { all } = ownersOf(l, to);
      // A file that no known project compiles may be part of any.
      if (all.length === 0) return true;
      return readersOf(l, from).every((reader) => all.some((owner) => visibleFrom(l, reader).has(owner)));
    },
    isCompiled: (path) => ownersOf(l, path).all.length > 0,
    sharesProject(from, to) {
      if (from === to) return true;
      const readers = readersOf(l, from);
      const { all } = ownersOf(l, to);
      return readers.length === 0 ? all.length === 0 : readers.every((reader) => all.includes(reader));
    },
    seesInternals(from, to) {
      const readers = readersOf(l, from).flatMap((reader) => need(projects, reader).names);
      return ownersOf(l, to).all.some((owner) => readers.some((name) => need(projects, owner).friends.has(name)));
    },
    namespaceOf(path) {
      const { home } = ownersOf(l, path);
      if (home === null) return null;
      const folders = folderOf(path).slice(home === "" ? 0 : home.length + 1);
      const parts = folders === "" ? [] : folders.split("/");
      return [need(projects, home).rootNamespace, ...parts.map(asIdentifier)].join(".");
    },
    usingsOf(path) {
      const [first, ...others] = readersOf(l, path).map((reader) => need(projects, reader).usings);
      if (first === undefined) return [];
      return Array.from(first)
        .filter(([key]) => others.every((usings) => usings.has(key)))
        .map(([, using]) => using);
    },
    namedUsings() {
      const usings = Array.from(projects.values()).flatMap((project) => [...project.usings.values()]);
      return usings.filter(({ kind }) => kind === "static" || kind === "alias");
    },
  };
}

/** The name of a folder in a namespace: `_2fa` of `2fa`. */
const asIdentifier = (folder: string): string => folder.replace(/[^\p{L}\p{N}_]/gu, "_").replace(/^(?=\p{N})/u, "_");

function ownersOf(l: Lookup, path: string): Owners {
  const { owners } = l;
  let found = owners.get(path);
  if (found === undefined) {
    const home = homeOf(l, folderOf(path));
    const all = new Set([...(home === null ? [] : [home]), ...(l.table.linked.get(path) ?? [])]);
    for (const { directory, includes, excludes } of l.table.patterns) {
      if (includes.some((glob) => glob.matches(path)) && !excludes.some((glob) => glob.matches(path)))
        all.add(directory);
    }
    found = { home, all: [...all] };
    owners.set(path, found);
  }
  return found;
}

function homeOf(l: Lookup, folder: string): string | null {
  if (l.table.projects.has(folder)) return folder;
  return folder === "" ? null : homeOf(l, folderOf(folder));
}

/** The projects whose rules apply to names in the file: the one it lies in, or else all that compile it. */
function readersOf(l: Lookup, path: string): readonly string[] {
  const { home, all } = ownersOf(l, path);
  return home === null ? all : [home];
}

function visibleFrom(l: Lookup, directory: string): ReadonlySet<string> {
  const { visible } = l;
  let reached = visible.get(directory);
  if (reached === undefined) {
    reached = new Set([directory]);
    for (const next of reached) for (const target of need(l.table.projects, next).references) reached.add(target);
    visible.set(directory, reached);
  }
  return reached;
}
