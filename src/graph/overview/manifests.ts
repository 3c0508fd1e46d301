/**
 * Manifests of packages: the name, what it is, how it is entered, built and tested. Texts are read as they stand: a value that a program computes is
 * not known. Pure.
 */
import { readXml } from "../../base/xml.js";
import { folderOf, joinPath, nameOf } from "../../model/paths.js";

/** A way into a program or package, and the file that says so. */
export interface EntryPoint {
  /** Such as `bin codeindex`, `main`, `exports .`, `script serve`. */
  what: string;
  /** The file or symbol that it leads to, as the manifest has it. */
  leads: string;
  from: string;
}

export interface Manifest {
  path: string;
  /** Such as `npm package`, `Go module`. */
  kind: string;
  name: string | null;
  description: string | null;
  entries: EntryPoint[];
  /** Commands that build, start or check, as one types them in its folder. */
  commands: string[];
  /** The command that runs the tests; null where none is named. */
  test: string | null;
}

type Reading = Partial<Omit<Manifest, "path" | "kind">>;

/** Other files than manifests that tell how a repository is built. */
export interface BuildFiles {
  /** The program that runs scripts of package.json: npm, pnpm, yarn or bun. */
  scripts: string;
  has(path: string): boolean;
}

const ALONE: BuildFiles = { scripts: "npm", has: () => false };
const MOST_COMMANDS = 8;
const MOST_ENTRIES = 8;
const BUILDING = /^(build|start|dev|serve|lint|check|test|typecheck|compile|watch|bench|docs|generate|migrate|deploy)/;
/** Targets that an overview lists first. */
const FIRST_TARGETS: ReadonlySet<string> = new Set(["build", "start", "dev", "serve", "run", "check", "lint"]);
/** Targets that it lists behind these. */
const MORE_TARGETS: ReadonlySet<string> = new Set(["all", "install", "run"]);

/** A table of manifests by the names of their files. */
const READERS: readonly {
  name: RegExp;
  kind: string;
  read(text: string, path: string, around: BuildFiles): Reading;
}[] = [
  { name: /^package\.json$/, kind: "npm package", read: readPackageJson },
  { name: /^pyproject\.toml$/, kind: "Python project", read: readPyproject },
  { name: /^setup\.(py|cfg)$/, kind: "Python project", read: readSetup },
  {
    name: /^go\.mod$/,
    kind: "Go module",
    read: (text) => ({ name: first(text, /^module\s+(\S+)/m), test: "go test ./...", commands: ["go build ./..."] }),
  },
  { name: /^Cargo\.toml$/, kind: "Rust crate", read: readCargo },
  { name: /^pom\.xml$/, kind: "Maven project", read: readPom },
  { name: /^(build|settings)\.gradle(\.kts)?$/, kind: "Gradle project", read: readGradle },
  { name: /^Package\.swift$/, kind: "Swift package", read: readSwiftPackage },
  { name: /\.csproj$/, kind: ".NET project", read: readProject },
  {
    name: /\.slnx?$/,
    kind: ".NET solution",
    read: (_text, path) => ({
      name: nameOf(path).replace(/\.slnx?$/, ""),
      test: "dotnet test",
      commands: ["dotnet build"],
    }),
  },
  { name: /^composer\.json$/, kind: "PHP package", read: readComposer },
  {
    name: /\.gemspec$/,
    kind: "Ruby gem",
    read: (text, path) => ({
      name: nameOf(path).replace(/\.gemspec$/, ""),
      description: first(text, /\.summary\s*=\s*["']([^"']+)/),
    }),
  },
  {
    name: /^CMakeLists\.txt$/,
    kind: "CMake project",
    read: (text) => ({
      name: first(text, /project\s*\(\s*([\w.-]+)/i),
      commands: ["cmake -B build && cmake --build build"],
      test: /enable_testing|include\s*\(\s*CTest/i.test(text) ? "ctest --test-dir build" : null,
    }),
  },
  { name: /^(GNUm|m|M)akefile$/, kind: "Makefile", read: readMakefile },
  { name: /^\.?justfile$/i, kind: "justfile", read: readJustfile },
  { name: /^taskfile\.ya?ml$/i, kind: "Taskfile", read: readTaskfile },
  { name: /^Dockerfile$/, kind: "image", read: readDockerfile },
];

/** Kinds that are not packages. */
export const NO_PACKAGE: ReadonlySet<string> = new Set(["Makefile", "justfile", "Taskfile", "image"]);

/** Whether a file is a manifest that can be read. */
export const isManifest = (path: string): boolean => READERS.some(({ name }) => name.test(nameOf(path)));

/** Reads a manifest; null for any other file. */
export function readManifest(path: string, text: string, around: BuildFiles = ALONE): Manifest | null {
  const reader = READERS.find(({ name }) => name.test(nameOf(path)));
  if (reader === undefined) return null;
  const { name = null, description = null, entries = [], commands = [], test = null } = reader.read(text, path, around);
  return {
    path,
    kind: reader.kind,
    name,
    description,
    entries: entries.slice(0, MOST_ENTRIES),
    commands: commands.slice(0, MOST_COMMANDS),
    test,
  };
}

const first = (text: string, form: RegExp): string | null => form.exec(text)?.[1]?.trim() || null;

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // A manifest that is being written says nothing.
    return {};
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The files that a package manager keeps its choice of versions in. */
export const LOCK_FILES: ReadonlyMap<string, string> = new Map([
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
]);

/** The program for the scripts of a package.json: the one that it names, else that of a lock file beside it, else npm. */
export function scriptRunner(packageJson: string, locks: readonly string[] = []): string {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(textOf(fieldsOf(packageJson).packageManager) ?? "")?.[1];
  return named ?? locks.flatMap((path) => LOCK_FILES.get(path) ?? [])[0] ?? "npm";
}

function readPackageJson(text: string, path: string, around: BuildFiles): Reading {
  const fields = fieldsOf(text);
  const name = textOf(fields.name);
  const scripts = recordOf(fields.scripts);
  const entries: EntryPoint[] = [];
  const bins = typeof fields.bin === "string" ? { [name ?? "bin"]: fields.bin } : recordOf(fields.bin);
  for (const [bin, leads] of Object.entries(bins))
    entries.push({ what: `bin ${bin}`, leads: String(leads), from: path });
  for (const what of ["main", "module"] as const) {
    const leads = textOf(fields[what]);
    if (leads !== null) entries.push({ what, leads, from: path });
  }
  for (const [what, value] of Object.entries(
    typeof fields.exports === "string" ? { ".": fields.exports } : recordOf(fields.exports),
  )) {
    const leads = firstText(value);
    if (leads !== null) entries.push({ what: `exports ${what}`, leads, from: path });
  }
  const building = Object.keys(scripts).filter((script) => BUILDING.test(script));
  // `build` before its variants, `build:docs`.
  const named = building.toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
  const isTested = typeof scripts.test === "string" && !/no test specified/.test(scripts.test);
  return {
    name,
    description: textOf(fields.description),
    entries,
    commands: named.filter((script) => !script.startsWith("test")).map((script) => `${around.scripts} run ${script}`),
    test: isTested
      ? `${around.scripts === "bun" ? "bun run" : around.scripts} test (${String(scripts.test).slice(0, 80)})`
      : null,
  };
}

/** The first text in nested conditions: `{ import: { default: "./a.js" } }`. */
function firstText(value: unknown): string | null {
  if (typeof value === "string") return value;
  for (const inner of Object.values(recordOf(value))) {
    const found = firstText(inner);
    if (found !== null) return found;
  }
  return null;
}

/** A table of TOML as its lines: from its head to the next. */
function tomlTable(text: string, head: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim() === `[${head}]`);
  if (start < 0) return "";
  const end = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join("\n");
}

const tomlText = (table: string, key: string) =>
  first(table, new RegExp(`^\\s*${key}\\s*=\\s*["']([^"'\\n]*)["']`, "m"));
const tomlPairs = (table: string) =>
  [...table.matchAll(/^\s*"?([\w.-]+)"?\s*=\s*["']([^"'\n]+)["']/gm)].map(([, key = "", value = ""]) => ({
    key,
    value,
  }));

function readPyproject(text: string, path: string): Reading {
  const project = tomlTable(text, "project") || tomlTable(text, "tool.poetry");
  const scripts = tomlTable(text, "project.scripts") || tomlTable(text, "tool.poetry.scripts");
  const test = /\[tool\.pytest|pytest/.test(text) ? "pytest" : /\[tool\.tox/.test(text) ? "tox" : null;
  return {
    name: tomlText(project, "name"),
    description: tomlText(project, "description"),
    entries: tomlPairs(scripts).map(({ key, value }) => ({ what: `script ${key}`, leads: value, from: path })),
    test,
  };
}

function readSetup(text: string, path: string): Reading {
  const scripts = [...text.matchAll(/^\s*["']?([\w.-]+)\s*=\s*([\w.]+:[\w.]+)/gm)];
  return {
    name: first(text, /\bname\s*=\s*["']?([\w.-]+)/),
    description: first(text, /\bdescription\s*=\s*["']?([^"'\n,]+)/),
    entries: scripts.map(([, name = "", leads = ""]) => ({ what: `script ${name}`, leads, from: path })),
    test: /pytest/.test(text) ? "pytest" : null,
  };
}

function readCargo(text: string, path: string): Reading {
  const bins = [...text.matchAll(/^\[\[bin\]\]\s*\n((?:(?!\[).*\n?)*)/gm)].map(([, table = ""]) => table);
  const table = tomlTable(text, "package");
  return {
    name: tomlText(table, "name"),
    description: tomlText(table, "description"),
    entries: bins.map((bin) => ({
      what: `bin ${tomlText(bin, "name") ?? ""}`.trim(),
      leads: tomlText(bin, "path") ?? "src/main.rs",
      from: path,
    })),
    commands: ["cargo build"],
    test: "cargo test",
  };
}

/** The program of a build: the script that a repository brings along, in the folder of its manifest, or the installed one. */
function toolOf(path: string, wrapper: string, installed: string, around: BuildFiles): string {
  return around.has(joinPath(folderOf(path), wrapper)) ? `./${wrapper}` : installed;
}

function readPom(text: string, path: string, around: BuildFiles): Reading {
  const tool = toolOf(path, "mvnw", "mvn", around);
  const root = readXml(text).children.find(({ name }) => name === "project");
  const textOf = (wanted: string) => root?.children.find(({ name }) => name === wanted)?.text.trim() || null;
  return {
    name: textOf("artifactId"),
    description: textOf("description")?.replace(/\s+/g, " ") ?? textOf("name"),
    commands: [`${tool} package`],
    test: `${tool} test`,
  };
}

function readGradle(text: string, path: string, around: BuildFiles): Reading {
  const tool = toolOf(path, "gradlew", "gradle", around);
  return {
    name:
      first(text, /rootProject\.name\s*=\s*["']([^"']+)/) ??
      (nameOf(path).startsWith("settings") ? null : nameOf(folderOf(path)) || null),
    entries: [...text.matchAll(/mainClass(?:Name)?(?:\.set\(|\s*=\s*)\s*["']([^"']+)/g)].map(([, leads = ""]) => ({
      what: "main class",
      leads,
      from: path,
    })),
    commands: [`${tool} build`],
    test: `${tool} test`,
  };
}

function readSwiftPackage(text: string, path: string): Reading {
  const made = [...text.matchAll(/\.(executable|library|executableTarget)\s*\(\s*name:\s*"([^"]+)"/g)];
  return {
    name: first(text, /Package\s*\(\s*name:\s*"([^"]+)"/),
    entries: made.map(([, kind = "", name = ""]) => ({
      what: kind === "library" ? "library" : "executable",
      leads: name,
      from: path,
    })),
    commands: ["swift build"],
    test: /\.testTarget/.test(text) ? "swift test" : null,
  };
}

function readProject(text: string, path: string): Reading {
  const isProgram = /<OutputType>\s*(Exe|WinExe)|Sdk="Microsoft\.NET\.Sdk\.(Web|Worker)"/.test(text);
  const isTest = /Microsoft\.NET\.Test\.Sdk|<IsTestProject>\s*true/i.test(text);
  return {
    name: nameOf(path).replace(/\.csproj$/, ""),
    description: first(text, /<Description>([^<]+)/),
    entries: isProgram ? [{ what: "program", leads: nameOf(path), from: path }] : [],
    commands: ["dotnet build"],
    test: isTest ? "dotnet test" : null,
  };
}

function readComposer(text: string, path: string): Reading {
  const fields = fieldsOf(text);
  const bins = Array.isArray(fields.bin) ? fields.bin.map(String) : [];
  const scripts = recordOf(fields.scripts);
  return {
    name: textOf(fields.name),
    description: textOf(fields.description),
    entries: bins.map((leads) => ({ what: "bin", leads, from: path })),
    commands: Object.keys(scripts)
      .filter((script) => BUILDING.test(script) && !script.startsWith("test"))
      .map((script) => `composer ${script}`),
    test: "test" in scripts ? "composer test" : null,
  };
}

function readMakefile(text: string): Reading {
  return targetsOf(
    [...text.matchAll(/^([\w.-]{1,60})[ \t]*:(?!=)/gm)].map(([, target = ""]) => target),
    "make",
  );
}

function readJustfile(text: string): Reading {
  const recipes = text.matchAll(/^@?([A-Za-z_][\w-]{0,60})(?:[ \t][^:\n]{0,200})?:(?!=)/gm);
  return targetsOf(
    [...recipes].map(([, target = ""]) => target),
    "just",
  );
}

/** The names below `tasks`, which are further in by one step. */
function readTaskfile(text: string): Reading {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^tasks:[ \t]*$/.test(line.trimEnd())) + 1;
  const end = start === 0 ? start : lines.findIndex((line, index) => index >= start && /^[^\s#]/.test(line));
  const inside = lines.slice(start, end < 0 ? undefined : end).map((line) => {
    const [, indent = "", name = ""] = /^([ \t]{1,20})["']?([A-Za-z_][\w:.-]{0,60}?)["']?:(?:\s|$)/.exec(line) ?? [];
    return { indent, name };
  });
  const step = inside.find(({ name }) => name !== "")?.indent;
  return targetsOf(
    inside.flatMap(({ indent, name }) => (name !== "" && indent === step ? [name] : [])),
    "task",
  );
}

/** Commands of the targets that build, start or check, in the program that runs them. A target of a part, `ui:build`, counts by its last word. */
function targetsOf(targets: readonly string[], program: string): Reading {
  const isWanted = (target: string) =>
    BUILDING.test(target) || MORE_TARGETS.has(target) || BUILDING.test(lastOf(target));
  const named = [...new Set(targets)].filter(isWanted);
  const tests = named.filter((target) => /^test/.test(lastOf(target)));
  const test = tests.find((target) => target === "test") ?? tests.find((target) => lastOf(target) === "test");
  const others = named.filter((target) => !tests.includes(target));
  const rank = (target: string) => Number(!FIRST_TARGETS.has(lastOf(target))) + Number(target.includes(":"));
  return {
    commands: others.toSorted((a, b) => rank(a) - rank(b)).map((target) => `${program} ${target}`),
    test: test === undefined ? null : `${program} ${test}`,
  };
}

const lastOf = (target: string): string => target.slice(target.lastIndexOf(":") + 1);

function readDockerfile(text: string, path: string): Reading {
  return {
    entries: [...text.matchAll(/^(ENTRYPOINT|CMD)\s+(.+)$/gm)].map(([, what = "", leads = ""]) => ({
      what: what === "CMD" ? "command" : "entry point",
      leads: commandOf(leads).slice(0, 120),
      from: path,
    })),
  };
}

/** `node server.js`, of `["node", "server.js"]` too. */
function commandOf(written: string): string {
  const listed = /^\[(.*)\]\s*$/.exec(written.trim())?.[1];
  return listed === undefined
    ? written
    : [...listed.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word).join(" ");
}
