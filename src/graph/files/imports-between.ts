/** The imports between the files of a view, with those told that import types alone. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { languageNamed } from "../../languages/index.js";
import type { Db } from "../../store/db/db.js";
import { type FileImport, fileImports } from "../../store/file-links.js";
import { liveVersions } from "../../store/files.js";
import { readSources } from "../../store/texts.js";
import type { View } from "../../store/views.js";
import { stronglyConnected } from "./cycles.js";
import type { PartImport } from "./file-cycles.js";

/** Files whose texts are read at once. */
const AT_ONCE = 100;

/** All imports. Whether one is of types alone is told of files that are in a cycle. Throws the reason of an aborted signal. */
export async function importsBetween(db: Db, view: View, signal: AbortSignal): Promise<PartImport[]> {
  const imports = await fileImports(db, view, signal);
  const types = await typeLines(db, view, filesInCycles(imports), signal);
  return imports.map(({ from, to, lines }) => {
    const ofTypes = types.get(from);
    const value = lines.find((line) => !ofTypes?.has(line));
    return { from, to, path: from, line: value ?? nth(lines, 0), imports: 1, isTypeOnly: value === undefined };
  });
}

function filesInCycles(imports: readonly FileImport[]): Set<string> {
  const out = new Map<string, string[]>();
  for (const { from, to } of imports) addToList(out, from, to);
  const components = stronglyConnected(
    [...new Set(imports.flatMap(({ from, to }) => [from, to]))],
    (path) => out.get(path) ?? [],
  );
  return new Set(components.filter(({ length }) => length > 1).flat());
}

/** The lines of files that import types alone. */
async function typeLines(
  db: Db,
  view: View,
  paths: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, Set<number>>> {
  const { versions } = await liveVersions(db, view.projectId, view.viewId);
  const wanted = versions.flatMap(({ path, language, contentHash }) => {
    const typeImports = languageNamed(language ?? "")?.usage?.typeImports;
    return typeImports && contentHash && paths.has(path) ? [{ path, contentHash, typeImports }] : [];
  });
  const found = new Map<string, Set<number>>();
  for (let index = 0; index < wanted.length; index += AT_ONCE) {
    signal.throwIfAborted();
    const batch = wanted.slice(index, index + AT_ONCE);
    const sources = await readSources(db, view.projectId, batch);
    for (const { path, contentHash, typeImports } of batch) {
      const text = sources.get(contentHash.toString("hex")) ?? "";
      found.set(path, new Set(typeImports(text).flatMap(({ start, end }) => linesBetween(text, start, end))));
    }
  }
  return found;
}

function linesBetween(text: string, start: number, end: number): number[] {
  const first = text.slice(0, start).split("\n").length;
  return Array.from({ length: text.slice(start, end).split("\n").length }, (_, index) => first + index);
}
