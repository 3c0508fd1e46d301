/** C# project files: which projects compile a source, what they refer to, and the usings they add. Pure: it knows their texts alone. */
import { posix } from "node:path";
import type { Import } from "../../model/parse-result.js";
import { matchesParts, parseSegments } from "../../repository/glob.js";
import { createOwnNamespaces, type OwnNamespaces } from "./own-namespaces.js";

/** A using that a project file adds to every source of the project. */
export type ProjectUsing = Pick<Import, "kind" | "specifier" | "local">;

export interface CsharpProjects extends OwnNamespaces {
  /** Whether `from` may name what `to` declares: each project that compiles `from` compiles `to` or refers to one that does. */
  canUse(from: string, to: string): boolean;
  /** Whether the projects that compile `from` compile `to` as well. */
  sharesProject(from: string, to: string): boolean;
  /** Whether the projects that compile `to` show what is internal in them to one that compiles `from`. */
  seesInternals(from: string, to: string): boolean;
  /** The usings that all projects of the file add. */
  usingsOf(path: string): readonly ProjectUsing[];
  /** The static usings and aliases of all projects. */
  namedUsings(): readonly ProjectUsing[];
}

interface Project {
  /** Folders of the projects it refers to. */
  references: Set<string>;
  usings: Map<string, ProjectUsing>;
  /** The names of its own assembly, and those that its internals are visible to. */
  names: readonly string[];
  friends: Set<string>;
}

/** The projects that compile a file: the one in whose folder it lies, if any, and all. */
interface Owners {
  home: string | null;
  all: readonly string[];
}

const BASE_USINGS = words(`
  System System.Collections.Generic System.IO System.Linq System.Net.Http System.Threading System.Threading.Tasks
`);
const HOST_USINGS = words(`
  Microsoft.Extensions.Configuration Microsoft.Extensions.DependencyInjection Microsoft.Extensions.Hosting Microsoft.Extensions.Logging
`);
/** What `ImplicitUsings` adds to the base in projects of an SDK. */
const SDK_USINGS: Record<string, string[]> = {
  "Microsoft.NET.Sdk.Web": [
    ...words("System.Net.Http.Json Microsoft.AspNetCore.Builder Microsoft.AspNetCore.Hosting"),
    ...words("Microsoft.AspNetCore.Http Microsoft.AspNetCore.Routing"),
    ...HOST_USINGS,
  ],
  "Microsoft.NET.Sdk.Worker": HOST_USINGS,
};
const PROPS = "Directory.Build.props";
const TARGETS = "Directory.Build.targets";

/**
 * Reads *.csproj, Directory.Build.props and Directory.Build.targets, by path. Conditions are taken as met, but for those on a property that the
 * repository's own project files set to true: these are met where a project does.
 */
export function createCsharpProjects(config: { files: ReadonlyMap<string, string> }): CsharpProjects {
  const texts = new Map<string, string>();
  for (const [path, text] of config.files) {
    if (path.endsWith(".csproj") || [PROPS, TARGETS].includes(posix.basename(path)))
      texts.set(path, withoutComments(text));
  }
  const switches = new Set(Array.from(texts.values()).flatMap(switchesIn));
  const projectFiles = Array.from(texts.keys()).filter((path) => path.endsWith(".csproj"));
  const byName = new Map(
    projectFiles.flatMap((path) => namesOf(path, texts.get(path)!).map((name) => [name, folderOf(path)] as const)),
  );
  const projects = new Map<string, Project>(
    projectFiles.map((path) => [
      folderOf(path),
      { references: new Set(), usings: new Map(), names: namesOf(path, texts.get(path)!), friends: new Set() },
    ]),
  );
  // Sources outside a project's folder that it compiles: by path, and by pattern.
  const linked = new Map<string, string[]>();
  const patterns: { directory: string; includes: Glob[]; excludes: Glob[] }[] = [];
  // Projects that are referred to and not in the index, and packages.
  const absent = new Set<string>();
  const packages = new Set<string>();
  for (const path of projectFiles) read(path);
  const owners = new Map<string, Owners>();
  const visible = new Map<string, Set<string>>();

  function read(projectFile: string): void {
    const directory = folderOf(projectFile);
    const { references, usings, friends, names } = projects.get(directory)!;
    const sources = [...importedBy(texts, directory, PROPS), projectFile, ...importedBy(texts, directory, TARGETS)];
    const all = sources.map((path) => texts.get(path)!).join("\n");
    const on = new Set(switchesIn(all));
    const isOff = (name: string) => switches.has(name) && !on.has(name);
    for (const name of implicitUsings(texts.get(projectFile)!, all)) addUsing(usings, { include: name });
    for (const path of sources) {
      const text = withoutGroups(texts.get(path)!, isOff);
      const globs = (list: string) => globsOf(list, directory, folderOf(path));
      const always = new Set(itemsOf(withoutConditions(text), "Using").map(({ remove }) => remove));
      for (const item of itemsOf(text, "Using")) {
        // A using that only some builds remove is there in the others.
        const isRemoved = item.condition === undefined && always.has(item.remove!);
        addUsing(usings, isRemoved ? item : { ...item, remove: "" });
      }
      for (const { include, referenceoutputassembly } of itemsOf(text, "ProjectReference")) {
        if (include === undefined || referenceoutputassembly?.toLowerCase() === "false") continue;
        for (const glob of globs(include)) {
          const targets = projectFiles.filter((target) => glob.matches(target));
          for (const target of targets) references.add(folderOf(target));
          if (targets.length === 0 && PROJECT_FILE.test(include)) absent.add(projectName(include));
        }
      }
      // Projects of one repository may refer to each other by the names of their assemblies and packages.
      for (const { include } of [...itemsOf(text, "Reference"), ...itemsOf(text, "PackageReference")]) {
        const target = byName.get(include ?? "");
        if (target !== undefined) references.add(target);
        else for (const name of listOf(include ?? "")) packages.add(name);
      }
      for (const { include = "" } of itemsOf(text, "InternalsVisibleTo")) {
        for (const name of listOf(include))
          friends.add(name.replace(/,.*$/s, "").replace(/\$\((?:AssemblyName|MSBuildProjectName)\)/, names[0]!));
      }
      for (const { include, exclude } of itemsOf(text, "Compile")) {
        if (include === undefined) continue;
        const includes = globs(include);
        for (const { literal } of includes) {
          if (literal !== null) linked.set(literal, [...(linked.get(literal) ?? []), directory]);
        }
        const open = includes.filter(({ literal }) => literal === null);
        if (open.length > 0) patterns.push({ directory, includes: open, excludes: globs(exclude ?? "") });
      }
    }
  }

  function ownersOf(path: string): Owners {
    let found = owners.get(path);
    if (found === undefined) {
      const home = homeOf(folderOf(path));
      const all = new Set([...(home === null ? [] : [home]), ...(linked.get(path) ?? [])]);
      for (const { directory, includes, excludes } of patterns) {
        if (includes.some((glob) => glob.matches(path)) && !excludes.some((glob) => glob.matches(path)))
          all.add(directory);
      }
      found = { home, all: [...all] };
      owners.set(path, found);
    }
    return found;
  }

  function homeOf(folder: string): string | null {
    if (projects.has(folder)) return folder;
    return folder === "" ? null : homeOf(folderOf(folder));
  }

  /** The projects by whose rules names in the file are looked up: a file that others compile too has one of its own. */
  function readersOf(path: string): readonly string[] {
    const { home, all } = ownersOf(path);
    return home === null ? all : [home];
  }

  function visibleFrom(directory: string): ReadonlySet<string> {
    let reached = visible.get(directory);
    if (reached === undefined) {
      reached = new Set([directory]);
      for (const next of reached) for (const target of projects.get(next)!.references) reached.add(target);
      visible.set(directory, reached);
    }
    return reached;
  }

  const roots = projectFiles.flatMap((path) => rootNamespacesOf(texts.get(path)!));
  return {
    ...createOwnNamespaces({ projects: [...byName.keys(), ...roots, ...absent], packages }),
    canUse(from, to) {
      if (from === to) return true;
      const { all } = ownersOf(to);
      // What no project is known to compile may be part of any.
      if (all.length === 0) return true;
      return readersOf(from).every((reader) => all.some((owner) => visibleFrom(reader).has(owner)));
    },
    sharesProject(from, to) {
      if (from === to) return true;
      const readers = readersOf(from);
      const { all } = ownersOf(to);
      return readers.length === 0 ? all.length === 0 : readers.every((reader) => all.includes(reader));
    },
    seesInternals(from, to) {
      const readers = readersOf(from).flatMap((reader) => projects.get(reader)!.names);
      return ownersOf(to).all.some((owner) => readers.some((name) => projects.get(owner)!.friends.has(name)));
    },
    usingsOf(path) {
      const [first, ...others] = readersOf(path).map((reader) => projects.get(reader)!.usings);
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

/** The props or targets files in force in a folder, outermost first: the nearest, and those it imports. */
function importedBy(texts: ReadonlyMap<string, string>, directory: string, name: string): string[] {
  const found: string[] = [];
  for (let folder = directory; ; folder = folderOf(folder)) {
    const path = posix.join(folder, name);
    const text = texts.get(path);
    if (text !== undefined) {
      found.unshift(path);
      if (!Array.from(text.matchAll(/<Import\b[^<>]*>/g)).some(([element]) => element.includes(name))) return found;
    }
    if (folder === "") return found;
  }
}

/** The names by which other projects may refer to a project: its file's, its assembly's, its package's. */
function namesOf(path: string, text: string): string[] {
  const written = Array.from(text.matchAll(/<(?:AssemblyName|PackageId)>([^<$]+)</g), ([, name]) => name!.trim());
  return [posix.basename(path, ".csproj"), ...written.filter((name) => name !== "")];
}

const PROJECT_FILE = /\.(?:cs|fs|vb)proj$/i;

/** The name of a project by a path that refers to it: `..\Core\Acme.Core.csproj` is Acme.Core. */
const projectName = (path: string) => posix.basename(path.replaceAll("\\", "/")).replace(PROJECT_FILE, "");

/** The namespaces that a project says are its own. */
const rootNamespacesOf = (text: string): string[] =>
  Array.from(text.matchAll(/<RootNamespace>([^<$]+)</g), ([, name]) => name!.trim());

function implicitUsings(project: string, all: string): string[] {
  const set = implicitUsingsSet(all);
  const always = implicitUsingsSet(withoutConditions(all));
  // Where only some builds switch them on, they are on in those.
  const isOn = always.at(-1) === true || set.filter(Boolean).length > always.filter(Boolean).length;
  if (!isOn) return [];
  const sdk = /\bSdk\s*=\s*"([^"/]+)/.exec(project)?.[1] ?? "";
  return [...BASE_USINGS, ...(SDK_USINGS[sdk] ?? [])];
}

/** The values that a text gives ImplicitUsings, in order. */
function implicitUsingsSet(text: string): boolean[] {
  const found = text.matchAll(/<ImplicitUsings\b[^<>]*>\s*(\w+)\s*</gi);
  return Array.from(found, ([, value]) => /^(?:enable|true)$/i.test(value!));
}

/** The text without groups that have a condition. */
function withoutConditions(text: string): string {
  const group =
    /<(PropertyGroup|ItemGroup)\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>(?:(?!<\/?(?:PropertyGroup|ItemGroup)\b).)*<\/\1>/gis;
  return text.replace(group, (whole, _name, attributes: string) => (/\bCondition\s*=/i.test(attributes) ? "" : whole));
}

/** The properties that a text sets to true. Whether a project is one of tests, its packages say as well. */
function switchesIn(text: string): string[] {
  const found = Array.from(text.matchAll(/<(\w+)(?:\s[^<>]*)?>\s*true\s*<\//gi), ([, name]) => name!);
  return found.filter((name) => name !== "IsTestProject");
}

/** The text without the groups of items that want a property to be true which is not. */
function withoutGroups(text: string, isOff: (property: string) => boolean): string {
  const group =
    /<ItemGroup\s+Condition\s*=\s*["']\s*'?\$\((\w+)\)'?\s*==\s*'?true'?\s*["']\s*>(?:(?!<\/?ItemGroup\b).)*<\/ItemGroup>/gis;
  return text.replace(group, (whole, property: string) => (isOff(property) ? "" : whole));
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

/** The text without what XML leaves out; a comment that never ends is left as it is. */
function withoutComments(text: string): string {
  let out = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("<!--", from);
    const end = start < 0 ? -1 : text.indexOf("-->", start + 4);
    if (end < 0) return out + text.slice(from);
    out += text.slice(from, start);
    from = end + 3;
  }
}

/** The attributes of an item, and the values of its inner elements, by name in small letters. */
type Item = Record<string, string>;

/** The items of a type: `<Compile Include="a.cs"/>`, `<Using Include="System"><Static>true</Static></Using>`. */
function itemsOf(text: string, type: string): Item[] {
  if (!text.includes(`<${type}`)) return [];
  // Neither part goes on into the next element: what is never closed is passed over once, and not from each element before it.
  const attributes = `(?:"[^"]*"|'[^']*'|[^<>"'/]|/(?!>))*`;
  const start = `<${type}(?=[\\s/>])`;
  const element = new RegExp(`${start}(${attributes})(?:/>|>((?:(?!${start}).)*?)</${type}>)`, "gs");
  return Array.from(text.matchAll(element), ([, inTag = "", inside = ""]) => {
    const item: Item = {};
    for (const [, name, value, other] of inTag.matchAll(/(?<!\w)(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
      item[name!.toLowerCase()] = value ?? other ?? "";
    }
    for (const [, name, value] of inside.matchAll(/<(\w+)>([^<]*)</g)) item[name!.toLowerCase()] = value!.trim();
    return item;
  });
}

/** A path or a pattern of paths. */
interface Glob {
  /** The path, where it has no wildcards and starts where we know. */
  literal: string | null;
  matches(path: string): boolean;
}

/** What a list of paths in a project means; `projectFolder` is where they start, `fileFolder` where they are written. */
function globsOf(list: string, projectFolder: string, fileFolder: string): Glob[] {
  return listOf(list).flatMap((written) => {
    const [, property = "", rest = ""] = /^(\$\((?:[^()]|\([^()]*\))*\))?\/?(.*)$/s.exec(
      written.replaceAll("\\", "/"),
    )!;
    if (rest.includes("$(") || rest.includes("@(")) return [];
    if (property === "" || /^\$\(MSBuild(?:ThisFile|Project)Directory\)$/.test(property)) {
      const path = posix.join(property.includes("ThisFile") ? fileFolder : projectFolder, rest);
      return path.startsWith("../") ? [] : [globOf(path, false)];
    }
    // `$(RepoRoot)src/Shared/*.cs`: a folder that only the build knows.
    const path = posix.join(rest).replace(/^(?:\.\.\/)+/, "");
    return /^[^*?]+\//.test(path) ? [globOf(path, true)] : [];
  });
}

/** `isAnywhere`: it starts in a folder that we do not know. */
function globOf(path: string, isAnywhere: boolean): Glob {
  if (!isAnywhere && !/[*?]/.test(path)) return { literal: path, matches: (other) => other === path };
  // Brackets are none of its wildcards.
  const segments = parseSegments(`${isAnywhere ? "**/" : ""}${path.replaceAll(/[[\\]/g, "\\$&")}`, true)!;
  const prefix = isAnywhere ? "" : path.slice(0, path.search(/[*?]/));
  return { literal: null, matches: (other) => other.startsWith(prefix) && matchesParts(segments, other.split("/")) };
}

function listOf(text: string): string[] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}
