/**
 * The C# projects of a folder, as the comparison with Roslyn compiles them. Nothing here is shared with the resolution, which reads projects by itself.
 * Conditions are not evaluated: each element counts.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { createGlob } from "../../../repository/glob.js";
import { pathsIn } from "../in-memory.js";

/** Sources that are compiled together. */
export interface CsharpProject {
  /** The path of its project file; "" for the sources that belong to none. */
  name: string;
  defines: string[];
  /** The names of the projects that it refers to, directly or by others. */
  uses: string[];
  sources: string[];
  /** A source that the build would add: global usings, and the assemblies that see internals. */
  added: string;
}

/** The namespaces that each file of a project with ImplicitUsings uses. */
const USINGS = [
  "System",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Threading",
  "System.Threading.Tasks",
];
/** Those that are added for servers. */
const WEB_USINGS = [
  "Microsoft.AspNetCore.Builder",
  "Microsoft.AspNetCore.Hosting",
  "Microsoft.AspNetCore.Http",
  "Microsoft.AspNetCore.Routing",
  "Microsoft.Extensions.Configuration",
  "Microsoft.Extensions.DependencyInjection",
  "Microsoft.Extensions.Hosting",
  "Microsoft.Extensions.Logging",
];
/** Symbols of a current target. Reference assemblies are older, so that what they lack is told as unknown. */
const DEFINES = ["NET", "NETCOREAPP", "DEBUG", "TRACE"].concat(
  ["3_0", "3_1"].map((version) => `NETCOREAPP${version}_OR_GREATER`),
  ["5_0", "6_0", "7_0", "8_0", "9_0"].map((version) => `NET${version}_OR_GREATER`),
);

/** The projects of a folder, those that others refer to first. Each C# source of the folder is in at least one. */
export function csharpProjects(root: string): CsharpProject[] {
  const paths = pathsIn(root).filter((path) => !/(?:^|\/)(?:bin|obj)\//.test(path));
  const sources = paths.filter((path) => path.endsWith(".cs"));
  const files = paths.filter((path) => path.endsWith(".csproj"));
  const folders = new Set(files.map((file) => posix.dirname(file)));
  const projects = new Map(files.map((file) => [file, readProject(root, file, sources, folders)]));
  const taken = new Set([...projects.values()].flatMap((project) => project.sources));
  const rest = sources.filter((path) => !taken.has(path));
  return [...inOrder(projects), { name: "", defines: DEFINES, uses: [], sources: rest, added: "" }];
}

function readProject(
  root: string,
  file: string,
  sources: readonly string[],
  folders: ReadonlySet<string>,
): CsharpProject {
  const folder = posix.dirname(file);
  const text = readFileSync(join(root, file), "utf8");
  const all = [...sharedProps(root, folder), text].join("\n").replace(/<!--[\s\S]*?-->/g, "");
  const attribute = (element: string, name: string) =>
    [...all.matchAll(new RegExp(`<${element}\\s[^>]*?\\b${name}\\s*=\\s*"([^"]*)"`, "g"))]
      .flatMap((match) => (match[1] ?? "").split(";"))
      .map((value) => value.trim().replaceAll("\\", "/"))
      .filter((value) => value !== "");
  const inside = (path: string) => folder === "." || path.startsWith(`${folder}/`);
  const owner = (path: string): string => {
    let current = posix.dirname(path);
    while (current !== "." && !folders.has(current)) current = posix.dirname(current);
    return current;
  };
  const named = (patterns: string[]) => {
    const globs = patterns.map((pattern) => createGlob(`/${posix.join(folder, pattern)}`));
    return (path: string) => globs.some((matches) => matches(path));
  };
  const isIncluded = named(attribute("Compile", "Include"));
  const isRemoved = named(attribute("Compile", "Remove"));
  const isSdk = /\bSdk\s*=|<Sdk\b/.test(text);
  return {
    name: file,
    defines: [
      ...DEFINES,
      ...[...all.matchAll(/<DefineConstants>([^<]*)</g)].flatMap((match) =>
        (match[1] ?? "").split(/[;,\s]+/).filter((word) => /^\w+$/.test(word)),
      ),
    ],
    uses: attribute("ProjectReference", "Include").map((path) => posix.join(folder, path)),
    sources: sources.filter(
      (path) => isIncluded(path) || (isSdk && inside(path) && owner(path) === folder && !isRemoved(path)),
    ),
    added: addedSource(all, text, basename(file, ".csproj"), attribute),
  };
}

/** The texts of the Directory.Build.props that count for a folder. */
function sharedProps(root: string, folder: string): string[] {
  const found: string[] = [];
  for (let current = folder; ; current = posix.dirname(current)) {
    const path = join(root, current, "Directory.Build.props");
    if (existsSync(path)) found.unshift(readFileSync(path, "utf8"));
    if (current === "." || current === "/") return found;
  }
}

function addedSource(
  all: string,
  text: string,
  name: string,
  attribute: (element: string, name: string) => string[],
): string {
  const isImplicit = /<ImplicitUsings>\s*(?:enable|true)\s*</i.test(all);
  const isWeb = /Microsoft\.NET\.Sdk\.(?:Web|Worker|Razor)/.test(text);
  const usings = isImplicit ? [...USINGS, ...(isWeb ? WEB_USINGS : [])] : [];
  const lines = usings.map((using) => `global using global::${using};`);
  for (const [element, using] of all.matchAll(/<Using\s[^>]*?\bInclude\s*=\s*"([^"]*)"[^>]*>/g)) {
    const alias = /\bAlias\s*=\s*"([^"]*)"/.exec(element)?.[1];
    const isStatic = /\bStatic\s*=\s*"true"/i.test(element);
    lines.push(`global using ${isStatic ? "static " : ""}${alias === undefined ? "" : `${alias} = `}${using};`);
  }
  for (const friend of attribute("InternalsVisibleTo", "Include"))
    lines.push(
      `[assembly: System.Runtime.CompilerServices.InternalsVisibleTo("${friend.replace(/\$\((?:AssemblyName|MSBuildProjectName)\)/g, name)}")]`,
    );
  return lines.join("\n");
}

/** The projects in order, each behind the ones that it refers to; the references of these are added to its own. */
function inOrder(projects: ReadonlyMap<string, CsharpProject>): CsharpProject[] {
  const ordered = new Map<string, CsharpProject>();
  const open = new Set<string>();
  const visit = (name: string) => {
    const project = projects.get(name);
    if (project === undefined || ordered.has(name) || open.has(name)) return;
    open.add(name);
    for (const used of project.uses) visit(used);
    const uses = project.uses.flatMap((used) => [used, ...(ordered.get(used)?.uses ?? [])]);
    ordered.set(name, { ...project, uses: [...new Set(uses)].filter((used) => ordered.has(used)) });
  };
  for (const name of projects.keys()) visit(name);
  return [...ordered.values()];
}

/** The name of the assembly that a project makes. */
export function assemblyOf(project: CsharpProject): string {
  return project.name === "" ? "rest" : basename(project.name, ".csproj");
}
