/** Uses of fields, properties and variables with those that write apart from those that read, by the texts of their files: see format/accesses.ts. */
import { addToList } from "../../base/groups.js";
import { accessAt, isTaken } from "../../format/accesses.js";
import { conditionsOf } from "../../format/conditions.js";
import { type CodeLines, codeLines } from "../../format/step-code.js";
import type { NamingUse } from "../../format/unresolved.js";
import type { Relation } from "../../graph/relations.js";
import { readTexts } from "../../graph/source-lines.js";
import { keepsValue } from "../../graph/symbol.js";
import { isByShape, languageOf } from "../../languages/index.js";
import type { Access } from "../../model/access.js";
import type { TextOnlyFiles } from "../../search/text/text-only.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";

/** Files whose lines are told apart, and bytes of them; what stands in others is not told to be written. */
const MOST_FILES = 200;
const MOST_BYTES = 6_000_000;
/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 1000;
/** Kinds of members, which keys of literals give. */
const MEMBERS: ReadonlySet<string> = new Set(["field", "property"]);

type Context = Pick<ToolContext, "db" | "view">;

/** The relations to something that keeps a value, those that write it first; as they are where none is known to. */
export async function withAccesses(
  context: Context,
  subject: SymbolHead,
  relations: readonly Relation[],
): Promise<Relation[]> {
  if (!keepsValue(subject.nodeType)) return [...relations];
  const { name, nodeType, qualifiedName } = subject;
  const type = qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length - 1));
  const accessed = { name, isMember: MEMBERS.has(nodeType), owner: type.split(".").at(-1) };
  const sources = await sourcesOf(
    context,
    relations.flatMap(({ kind, path }) => (kind === "references" ? [path] : [])),
  );
  const written: Relation[] = [];
  const read: Relation[] = [];
  for (const relation of relations) {
    const source = relation.kind === "references" ? sources.get(relation.path) : undefined;
    if (source === undefined) {
      read.push({ ...relation, access: "read" });
      continue;
    }
    const near = {
      ...accessed,
      isTaken: relation.lines.some((line) => isTaken(source, line, name)),
      isInOwner: type !== "" && `${relation.symbol?.qualifiedName}.`.startsWith(`${type}.`),
    };
    const lines = new Map<Access, number[]>();
    for (const line of relation.lines) addToList(lines, accessAt(source, line, near), line);
    // Lines that a limit left out are told once.
    const { linesLeftOut = 0, ...rest } = relation;
    const [writing = [], reading = []] = [lines.get("written"), lines.get("read")];
    if (writing.length > 0)
      written.push({ ...rest, access: "written", lines: writing, ...(reading.length === 0 && { linesLeftOut }) });
    if (reading.length > 0) read.push({ ...rest, access: "read", lines: reading, linesLeftOut });
  }
  return written.length === 0 ? [...relations] : [...written, ...read];
}

/** The lines that have the name of something in a schema, with what their text tells: whether it writes, and under which conditions. */
export async function usesByName(
  context: Context,
  subject: SymbolHead,
  { lines, ...found }: TextOnlyFiles,
): Promise<Omit<TextOnlyFiles, "lines"> & { lines: NamingUse[] }> {
  if (!keepsValue(subject.nodeType) || !isByShape(subject.language)) return { ...found, lines };
  const isRead = ({ path }: NamingUse) => languageOf(path) !== null;
  const sources = await sourcesOf(
    context,
    lines.flatMap((line) => (isRead(line) ? [line.path] : [])),
  );
  const accessed = { name: subject.name, isMember: true, isByName: true };
  const uses = lines.map((use): NamingUse => {
    const source = isRead(use) ? sources.get(use.path) : undefined;
    if (source === undefined) return use;
    const conditions = use.since === null ? [] : conditionsOf(source, use.line, use.since);
    return {
      ...use,
      access: accessAt(source, use.line, accessed),
      ...(conditions.length > 0 && { conditions: ` (${conditions.join(", ")})` }),
    };
  });
  return { ...found, lines: uses };
}

async function sourcesOf({ db, view }: Context, paths: readonly string[]): Promise<Map<string, CodeLines>> {
  const wanted = [...new Set(paths)].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, wanted, MOST_BYTES, "given");
  return new Map([...texts].map(([path, text]) => [path, codeLines(text.split("\n"), LONGEST_LINE)]));
}
