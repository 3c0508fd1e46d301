/** The words of `overview`, and the ways to tell less of it. */
import type { EntryPoint } from "../graph/overview/manifests.js";
import { maskSecrets } from "../masking/secrets.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { countOf } from "./counts.js";
import { nameOfHead } from "./research.js";

/** A repository, or a folder of it, as somebody sees it who opens it for the first time. */
export interface Overview {
  path: string;
  description: string | null;
  files: { code: number; tests: number; other: number; lines: number };
  languages: Record<string, number>;
  packages: { path: string; kind: string; name: string | null }[];
  parts: {
    name: string;
    files: number;
    lines: number;
    refers_to: { part: string; references: number }[];
    most_used: string[];
  }[];
  layers: string[][];
  circles: string[][];
  file_circles: { count: number; largest: number };
  entries: EntryPoint[];
  routes: { files: { path: string; routes: number; examples: string[] }[]; total: number; unread: number };
  types: string[];
  functions: string[];
  tests: { folders: Record<string, number>; commands: string[] };
  commands: string[];
  notes: string[];
}

/** Ways to tell less, mildest first. Each takes what the one before has left. */
export const SHORTER_OVERVIEWS = [
  (output: Overview): Overview => ({
    ...output,
    parts: output.parts.map((part) => ({ ...part, most_used: [] })),
    functions: output.functions.slice(0, 3),
  }),
  (output: Overview): Overview => ({
    ...output,
    parts: output.parts.slice(0, 10).map((part) => ({ ...part, refers_to: part.refers_to.slice(0, 3) })),
    types: output.types.slice(0, 5),
    entries: output.entries.slice(0, 6),
    packages: output.packages.slice(0, 5),
    routes: {
      ...output.routes,
      files: output.routes.files.slice(0, 3).map((file) => ({ ...file, examples: file.examples.slice(0, 1) })),
    },
  }),
  (output: Overview): Overview => ({
    ...output,
    parts: output.parts.slice(0, 6),
    packages: [],
    functions: [],
    layers: [],
    circles: output.circles.slice(0, 2).map((circle) => circle.slice(0, 4)),
    commands: output.commands.slice(0, 4),
  }),
];

/** The lines of an overview. */
export function overviewLines(output: Overview): string[] {
  const {
    path,
    description,
    files,
    languages,
    parts,
    layers,
    circles,
    file_circles,
    entries,
    routes,
    types,
    functions,
    tests,
  } = output;
  const spoken = Object.entries(languages)
    .slice(0, 5)
    .map(([language, count]) => `${language} ${count}`);
  const lines = [
    `${path === "" ? "The repository" : path}: ${countOf(files.code, "file")} of code (${spoken.join(", ") || "none"}; ${countOf(files.lines, "line")}), ${files.tests} of tests, ${files.other} others.`,
  ];
  if (description !== null) lines.push(maskSecrets(description));
  section(
    lines,
    "Packages",
    output.packages.map(({ path: folder, kind, name }) => `${name ?? "unnamed"} (${kind}, ${folder})`),
    "; ",
  );
  section(
    lines,
    "Parts",
    parts.map(({ name, files: count, lines: length, refers_to, most_used }) => {
      const to = refers_to.length > 0 ? ` → ${refers_to.map(linkWords).join(", ")}` : "";
      const has = most_used.length > 0 ? `; ${most_used.join(", ")}` : "";
      return `  ${name}: ${countOf(count, "file")}, ${countOf(length, "line")}${has}${to}`;
    }),
  );
  section(
    lines,
    "Layers, from the top",
    layers.map((layer) => `  ${layer.join(", ")}`),
  );
  section(lines, "Circles of parts", circles.map(circleWords), "; ");
  if (file_circles.count > 0)
    lines.push(`Circles of files: ${file_circles.count}, the largest of ${file_circles.largest} files.`);
  section(lines, "Entry points", entries.map(entryWords), "; ");
  const unread = routes.unread > 0 ? ` (${countOf(routes.unread, "file")} not read for them)` : "";
  section(
    lines,
    `Requests come in by ${countOf(routes.total, "route")}${unread}`,
    routes.files.map(
      ({ path: folder, routes: count, examples }) => `  ${folder}: ${count}, such as ${examples.join(", ")}`,
    ),
  );
  section(lines, "Most used types", types, "; ");
  section(lines, "Most used functions", functions, "; ");
  section(
    lines,
    "Tests",
    [
      ...Object.entries(tests.folders).map(([folder, count]) => `${folder} ${count}`),
      ...tests.commands.map((command) => `run: ${command}`),
    ],
    "; ",
  );
  section(lines, "Commands", output.commands, "; ");
  lines.push(...output.notes);
  return lines;
}

/** A part that another refers to, and how often: `store 12`. */
export const linkWords = ({ part, references }: { part: string; references: number }): string =>
  `${part} ${references}`;

const entryWords = ({ what, leads, from }: EntryPoint): string =>
  `${what === leads ? what : `${what} → ${leads}`} (${from})`;

/** A symbol that much refers to: its name, where it stands, and in how many files it is named. */
export const usedWords = ({ head, files }: { head: SymbolHead; files: number }): string =>
  `${nameOfHead(head)} ${head.path}:${head.lineStart} (${countOf(files, "file")})`;

const MOST_OF_CIRCLE = 8;

/** `a ↔ b ↔ c and 4 more`. */
function circleWords(circle: readonly string[]): string {
  const more = circle.length - MOST_OF_CIRCLE;
  return `${circle.slice(0, MOST_OF_CIRCLE).join(" ↔ ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Adds a title and its lines; nothing where there are no lines. In one line with `between`. */
function section(lines: string[], title: string, entries: readonly string[], between?: string): void {
  if (entries.length === 0) return;
  if (between === undefined) lines.push(`${title}:`, ...entries);
  else lines.push(`${title}: ${entries.join(between)}`);
}
