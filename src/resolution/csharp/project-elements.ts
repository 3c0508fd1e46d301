/** The elements of project files: items, properties, and the usings that an SDK adds. */
import { posix } from "node:path";
import { type Element, elementsIn, readXml } from "../../base/xml.js";
import { folderOf, listOf } from "./project-globs.js";

const BASE_USINGS = words(`
  System System.Collections.Generic System.IO System.Linq System.Net.Http System.Threading System.Threading.Tasks
`);

const HOST_USINGS = words(`
  Microsoft.Extensions.Configuration Microsoft.Extensions.DependencyInjection Microsoft.Extensions.Hosting Microsoft.Extensions.Logging
`);

/** Usings that `ImplicitUsings` adds to the base in projects of an SDK. */
const SDK_USINGS: Record<string, string[]> = {
  "Microsoft.NET.Sdk.Web": [
    ...words("System.Net.Http.Json Microsoft.AspNetCore.Builder Microsoft.AspNetCore.Hosting"),
    ...words("Microsoft.AspNetCore.Http Microsoft.AspNetCore.Routing"),
    ...HOST_USINGS,
  ],
  "Microsoft.NET.Sdk.Worker": HOST_USINGS,
};

/** A project file, or one that project files import. */
export interface ProjectFile {
  document: Element;
  /** All elements, in the order of the text. */
  elements: readonly Element[];
  /** The elements that count in every build: no condition is on them, nor on anything around them. */
  always: ReadonlySet<Element>;
  /** The properties that it sets to true. `IsTestProject` is not among them: packages set it as well. */
  switches: readonly string[];
}

/** Reads the text of a project file. */
export function readProjectFile(text: string): ProjectFile {
  const document = readXml(text);
  const elements = elementsIn(document);
  const isTrue = (element: Element) => element.children.length === 0 && /^\s*true\s*$/i.test(element.text);
  return {
    document,
    elements,
    always: new Set(elementsIn(document, isConditional)),
    switches: elements.flatMap((element) =>
      isTrue(element) && element.name !== "IsTestProject" ? [element.name] : [],
    ),
  };
}

/** The props or targets files in force in a folder, outermost first: the nearest, and those it imports. */
export function importedBy(files: ReadonlyMap<string, ProjectFile>, directory: string, name: string): string[] {
  const found: string[] = [];
  for (let folder = directory; ; folder = folderOf(folder)) {
    const path = posix.join(folder, name);
    const file = files.get(path);
    if (file !== undefined) {
      found.unshift(path);
      if (!file.elements.some((element) => element.name === "Import" && mentions(element, name))) return found;
    }
    if (folder === "") return found;
  }
}

/** Whether an attribute of an element holds a name: `Project="$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', …))"`. */
const mentions = ({ attributes }: Element, name: string) =>
  Object.values(attributes).some((value) => value.includes(name));

/** The names by which other projects may refer to a project: its file's, its assembly's, its package's. */
export function namesOf(path: string, file: ProjectFile): string[] {
  return [posix.basename(path, ".csproj"), ...valuesOf(file, ["AssemblyName", "PackageId"])];
}

export const PROJECT_FILE = /\.(?:cs|fs|vb)proj$/i;

/** The name of a project in a path that refers to it: `..\Core\Acme.Core.csproj` is Acme.Core. */
export const projectName = (path: string) => posix.basename(path.replaceAll("\\", "/")).replace(PROJECT_FILE, "");

/** The namespaces that a project says are its own. */
export const rootNamespacesOf = (file: ProjectFile): string[] => valuesOf(file, ["RootNamespace"]);

/** The values of properties, without those that the build works out from other properties. */
function valuesOf({ elements }: ProjectFile, properties: readonly string[]): string[] {
  const values = elements.filter(({ name }) => properties.includes(name)).map(({ text }) => text.trim());
  return values.filter((value) => value !== "" && !value.includes("$"));
}

/** The namespaces that `ImplicitUsings` adds to a project. `all` is the project and the files it imports, in their order. */
export function implicitUsings(project: ProjectFile, all: readonly ProjectFile[]): string[] {
  const set = all.flatMap(({ elements }) => implicitUsingsSet(elements));
  const always = all.flatMap((file) => implicitUsingsSet([...file.always]));
  // Usings that only some builds switch on count as on.
  const isOn = always.at(-1) === true || set.filter(Boolean).length > always.filter(Boolean).length;
  return isOn ? [...BASE_USINGS, ...sdksOf(project).flatMap((sdk) => SDK_USINGS[sdk] ?? [])] : [];
}

/** The values that elements give ImplicitUsings, in order. */
function implicitUsingsSet(elements: readonly Element[]): boolean[] {
  const found = elements.filter(({ name }) => /^ImplicitUsings$/i.test(name));
  return found.map(({ text }) => /^(?:enable|true)$/i.test(text.trim()));
}

/** The SDKs of a project, without versions: `<Project Sdk="A;B">`, `<Sdk Name="A"/>`, `<Import Sdk="A/1.0"/>`. */
function sdksOf({ elements }: ProjectFile): string[] {
  const written = elements.flatMap(({ name, attributes }) =>
    listOf((name === "Sdk" ? attributes.Name : attributes.Sdk) ?? ""),
  );
  return written.map((sdk) => sdk.replace(/\/.*$/s, ""));
}

const isConditional = ({ attributes }: Element): boolean => attributes.Condition !== undefined;

/** The property that an element asks to be true: Signed of `<ItemGroup Condition="'$(Signed)' == 'true'">`. */
export const switchOf = ({ attributes }: Element): string | undefined =>
  /^\s*'?\$\((\w+)\)'?\s*==\s*'?true'?\s*$/i.exec(attributes.Condition ?? "")?.[1];

/** An item's attributes and the texts of its inner elements, by name in small letters. */
export type Item = Record<string, string>;

/** An item such as `<Compile Include="a.cs"/>`, or `<Using Include="System"><Static>true</Static></Using>`. */
export function itemOf({ attributes, children }: Element): Item {
  const always = children.filter((child) => !isConditional(child));
  const inside = always.map(({ name, text }) => [name, text.trim()] as const);
  return Object.fromEntries(
    [...Object.entries(attributes), ...inside].map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
