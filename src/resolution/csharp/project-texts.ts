/** Texts of project files: items, properties, and the usings that an SDK adds. */
import { posix } from "node:path";
import { folderOf } from "./project-globs.js";

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

/** The props or targets files in force in a folder, outermost first: the nearest, and those it imports. */
export function importedBy(texts: ReadonlyMap<string, string>, directory: string, name: string): string[] {
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
export function namesOf(path: string, text: string): string[] {
  const written = Array.from(text.matchAll(/<(?:AssemblyName|PackageId)>([^<$]+)</g), ([, name]) => name!.trim());
  return [posix.basename(path, ".csproj"), ...written.filter((name) => name !== "")];
}

export const PROJECT_FILE = /\.(?:cs|fs|vb)proj$/i;

/** The name of a project in a path that refers to it: `..\Core\Acme.Core.csproj` is Acme.Core. */
export const projectName = (path: string) => posix.basename(path.replaceAll("\\", "/")).replace(PROJECT_FILE, "");

/** The namespaces that a project says are its own. */
export const rootNamespacesOf = (text: string): string[] =>
  Array.from(text.matchAll(/<RootNamespace>([^<$]+)</g), ([, name]) => name!.trim());

/** The namespaces that `ImplicitUsings` adds to a project. `all` is the text of the project and of the files it imports. */
export function implicitUsings(project: string, all: string): string[] {
  const set = implicitUsingsSet(all);
  const always = implicitUsingsSet(withoutConditions(all));
  // Usings that only some builds switch on count as on.
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
export function withoutConditions(text: string): string {
  const group =
    /<(PropertyGroup|ItemGroup)\b((?:"[^"]*"|'[^']*'|[^<>"'])*)>(?:(?!<\/?(?:PropertyGroup|ItemGroup)\b).)*<\/\1>/gis;
  return text.replace(group, (whole, _name, attributes: string) => (/\bCondition\s*=/i.test(attributes) ? "" : whole));
}

/** The properties that a text sets to true. `IsTestProject` is not among them: packages set it as well. */
export function switchesIn(text: string): string[] {
  const found = Array.from(text.matchAll(/<(\w+)(?:\s[^<>]*)?>\s*true\s*<\//gi), ([, name]) => name!);
  return found.filter((name) => name !== "IsTestProject");
}

/** The text without groups of items on the condition of a property that is off. */
export function withoutGroups(text: string, isOff: (property: string) => boolean): string {
  const group =
    /<ItemGroup\s+Condition\s*=\s*["']\s*'?\$\((\w+)\)'?\s*==\s*'?true'?\s*["']\s*>(?:(?!<\/?ItemGroup\b).)*<\/ItemGroup>/gis;
  return text.replace(group, (whole, property: string) => (isOff(property) ? "" : whole));
}

/** The text without XML comments. A comment that never ends stays. */
export function withoutComments(text: string): string {
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

/** An item's attributes and the texts of its inner elements, by name in small letters. */
export type Item = Record<string, string>;

/** The items of a type: `<Compile Include="a.cs"/>`, `<Using Include="System"><Static>true</Static></Using>`. */
export function itemsOf(text: string, type: string): Item[] {
  if (!text.includes(`<${type}`)) return [];
  // Neither part runs into the next element, so that an unclosed one is passed over once and not from each element before it.
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

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
