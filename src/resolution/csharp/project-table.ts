/** The projects of a repository are read here, from the texts of their files. */
import { posix } from "node:path";
import { addToList } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import { type Element, elementsIn } from "../../base/xml.js";
import type { Import } from "../../model/parse-result.js";
import {
  type Item,
  implicitUsings,
  importedBy,
  itemOf,
  namesOf,
  PROJECT_FILE,
  type ProjectFile,
  projectName,
  readProjectFile,
  rootNamespacesOf,
  switchOf,
} from "./project-elements.js";
import { folderOf, type Glob, globsOf, listOf } from "./project-globs.js";

/** A using that a project file adds to every source of the project. */
export type ProjectUsing = Pick<Import, "kind" | "specifier" | "local">;

/** The project files of one folder compile the same sources, and count as one project: it may use what any of them may. */
interface Project {
  /** The folders of the projects that it refers to. */
  references: Set<string>;
  usings: Map<string, ProjectUsing>;
  /** The names that others may refer to its files by, their assemblies' among them. */
  names: string[];
  /** The names of assemblies that see its internals. */
  friends: Set<string>;
  /** The namespace of what is made of files in its folder. */
  rootNamespace: string;
}

const PROPS = "Directory.Build.props";

const TARGETS = "Directory.Build.targets";

/** The projects of a repository, and the sources that they compile. */
export interface ProjectTable {
  /** The paths of the project files. */
  projectFiles: readonly string[];
  /** The properties that some file sets to true. */
  switches: ReadonlySet<string>;
  /** The namespaces that projects say are their own. */
  rootNamespaces: readonly string[];
  /** The folders of projects, by the names that others may refer to them by. */
  byName: ReadonlyMap<string, string>;
  /** The projects, by folder. */
  projects: ReadonlyMap<string, Project>;
  /** The folders of projects that name a source as their own, by the path of the source. */
  linked: Map<string, string[]>;
  /** The patterns of paths that projects name as their own. */
  patterns: { directory: string; includes: Glob[]; excludes: Glob[] }[];
  /** Projects that are referred to and not in the index. */
  absent: Set<string>;
  packages: Set<string>;
}

/** Reads the project files among some files. */
export function createProjectTable(files: ReadonlyMap<string, string>): ProjectTable {
  const read = new Map<string, ProjectFile>();
  for (const [path, text] of files) {
    if (path.endsWith(".csproj") || [PROPS, TARGETS].includes(posix.basename(path)))
      read.set(path, readProjectFile(text));
  }
  const projectFiles = Array.from(read.keys()).filter((path) => path.endsWith(".csproj"));
  const namesAt = (path: string) => namesOf(path, need(read, path));
  const table: ProjectTable = {
    projectFiles,
    switches: new Set(Array.from(read.values()).flatMap(({ switches }) => switches)),
    rootNamespaces: projectFiles.flatMap((path) => rootNamespacesOf(need(read, path))),
    byName: new Map(projectFiles.flatMap((path) => namesAt(path).map((name) => [name, folderOf(path)] as const))),
    projects: new Map(projectFiles.map((path) => [folderOf(path), emptyProject()])),
    linked: new Map(),
    patterns: [],
    absent: new Set(),
    packages: new Set(),
  };
  for (const path of projectFiles) readProject(table, read, path);
  return table;
}

function emptyProject(): Project {
  return { references: new Set(), usings: new Map(), names: [], friends: new Set(), rootNamespace: "" };
}

/** Adds what a project file and the files that it imports say. */
function readProject(t: ProjectTable, files: ReadonlyMap<string, ProjectFile>, projectFile: string): void {
  const directory = folderOf(projectFile);
  const project = need(t.projects, directory);
  const names = namesOf(projectFile, need(files, projectFile));
  project.names.push(...names);
  project.rootNamespace ||= rootNamespacesOf(need(files, projectFile))[0] ?? projectName(projectFile);
  const before = importedBy(files, directory, PROPS);
  const sources = [...before, projectFile, ...importedBy(files, directory, TARGETS)];
  const all = sources.map((path) => need(files, path));
  const on = new Set(all.flatMap(({ switches }) => switches));
  const isOff = (element: Element) => {
    const name = switchOf(element);
    return name !== undefined && t.switches.has(name) && !on.has(name);
  };
  for (const name of implicitUsings(need(files, projectFile), all)) addUsing(project.usings, { include: name });
  for (const path of sources) {
    const { document, always } = need(files, path);
    const elements = elementsIn(document, isOff);
    const items = (type: string) => elements.filter(({ name }) => name === type);
    const globs = (list: string) => globsOf(list, directory, folderOf(path));
    readUsings(project, items("Using"), always);
    readReferences(t, project, items, globs);
    readFriends(project, nth(names, 0), items("InternalsVisibleTo"));
    readCompiled(t, directory, items("Compile"), globs);
  }
}

/** `always`: the elements that count in every build. */
function readUsings({ usings }: Project, elements: readonly Element[], always: ReadonlySet<Element>): void {
  for (const element of elements) {
    const item = itemOf(element);
    // A using that only some builds remove stays, for the other builds have it.
    addUsing(usings, always.has(element) ? item : { ...item, remove: "" });
  }
}

function readReferences(
  t: ProjectTable,
  { references }: Project,
  items: (type: string) => Element[],
  globs: (list: string) => Glob[],
): void {
  for (const { include, referenceoutputassembly } of items("ProjectReference").map(itemOf)) {
    if (include === undefined || referenceoutputassembly?.toLowerCase() === "false") continue;
    for (const glob of globs(include)) {
      const targets = t.projectFiles.filter((target) => glob.matches(target));
      for (const target of targets) references.add(folderOf(target));
      if (targets.length === 0 && PROJECT_FILE.test(include)) t.absent.add(projectName(include));
    }
  }
  // Projects of one repository may refer to each other by the names of their assemblies and packages.
  for (const { include } of [...items("Reference"), ...items("PackageReference")].map(itemOf)) {
    const target = t.byName.get(include ?? "");
    if (target !== undefined) references.add(target);
    else for (const name of listOf(include ?? "")) t.packages.add(name);
  }
}

/** The names of the assemblies that see a project's internals; `own` is that of its file. */
function readFriends({ friends }: Project, own: string, elements: readonly Element[]): void {
  for (const { include = "" } of elements.map(itemOf)) {
    for (const name of listOf(include))
      friends.add(name.replace(/,.*$/s, "").replace(/\$\((?:AssemblyName|MSBuildProjectName)\)/, own));
  }
}

/** The sources that a project names as its own. */
function readCompiled(
  t: ProjectTable,
  directory: string,
  elements: readonly Element[],
  globs: (list: string) => Glob[],
): void {
  const { linked } = t;
  for (const { include, exclude } of elements.map(itemOf)) {
    if (include === undefined) continue;
    const includes = globs(include);
    for (const { literal } of includes) {
      if (literal !== null) addToList(linked, literal, directory);
    }
    const open = includes.filter(({ literal }) => literal === null);
    if (open.length > 0) t.patterns.push({ directory, includes: open, excludes: globs(exclude ?? "") });
  }
}

function addUsing(usings: Map<string, ProjectUsing>, item: Item): void {
  for (const name of listOf(item.remove ?? "")) {
    for (const [key, { specifier }] of usings) if (specifier === name) usings.delete(key);
  }
  for (const specifier of listOf(item.include ?? "")) {
    const kind = item.alias ? "alias" : item.static?.toLowerCase() === "true" ? "static" : "namespace";
    usings.set(`${kind} ${item.alias ?? ""} ${specifier}`, { kind, specifier, local: item.alias ?? "" });
  }
}
