/** The doubts about declarations that nothing was found to use: conventions of languages, frameworks and packages may use them. */
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { isLoadedByPlace, isPrivate, isType, type Published, type UsageConventions } from "../../languages/usage.js";
import { folderOf } from "../../model/paths.js";
import { ownerOf, type Span } from "../files/whole-graph.js";
import { basesOf, declaredAt } from "./declared.js";
import type { Unused } from "./explain.js";
import { type OpenExports, openExports } from "./open.js";
import type { DeadSearch, State } from "./search.js";
import { SUBMODULES, usesOfSubmodules } from "./submodules.js";

/** Notes the unreached declarations of a convention: one that it may use is unsure, one that it runs is reached. */
export async function noteUnreached(search: DeadSearch): Promise<void> {
  const { graph, judged, reach, states } = search;
  const unreached = [...judged].filter((node) => !reach.isReached[node]);
  const byFile = groupBy(unreached, (node) => nth(nth(graph.nodes, node).spans, 0).file);
  const { published, texts, submodules } = await readPublished(search, [...byFile.keys()]);
  const open = openExports(search, [...published.values()], texts);
  const bases = basesOf(graph);
  const imported = importedFiles(search);
  for (const [file, nodes] of byFile) {
    const usage = nth(graph.files, file).meaning?.usage;
    const text = texts.get(file);
    if (!usage || text === undefined) continue;
    const facts = {
      file,
      text,
      usage,
      defaultExport: usage.modules?.defaultExport(text) ?? null,
      published: published.get(usage),
      submodules,
      open,
      bases,
      isImported: imported.has(file),
    };
    for (const node of nodes) {
      const state = stateOf(search, node, facts);
      if (state === "run") reach.from([node]);
      else states.set(node, state);
    }
  }
  for (const node of states.keys()) if (reach.isReached[node]) states.delete(node);
}

/** The files that others import. */
function importedFiles({ graph, imports }: DeadSearch): Set<number> {
  const imported = new Set<number>();
  for (const [from, list] of imports)
    for (const { target } of list)
      for (const { file } of nth(graph.nodes, target).spans) if (file !== from) imported.add(file);
  return imported;
}

/** The facts of a file by which its declarations are judged. */
interface FileFacts {
  file: number;
  text: string;
  usage: UsageConventions;
  /** The name of its default export. */
  defaultExport: string | null;
  published: Published | undefined;
  /** Why a submodule may use an export of a file. */
  submodules: (path: string) => string | null;
  open: OpenExports;
  bases: ReturnType<typeof basesOf>;
  isImported: boolean;
}

/** The state of an unreached declaration; "run" for one that a tool runs. */
function stateOf({ graph, passed, hasPatterns }: DeadSearch, node: number, facts: FileFacts): State | "run" {
  const { file, text, usage, bases, isImported } = facts;
  const { path } = nth(graph.files, file);
  const { spans } = nth(graph.nodes, node);
  const span = nth(spans, 0);
  const isPassedOn = passed.aliasesOf(node).size > 0;
  const own = declaredAt(graph, bases, span, text);
  // A list that passes on a default export exports the declaration.
  const declared = isPassedOn ? { ...own, isExported: true } : own;
  if (usage.isRun(declared)) return "run";
  const isOfNames = !passed.isTakenWhole(file) && !isLoadedByPlace(path);
  const reason =
    usage.outsideUse(declared) ??
    markReason(declared, usage.harmlessMarks) ??
    (usage.isItsFile?.(declared) === true
      ? ofItsFile(isImported, hasPatterns)
      : ofExport(declared, {
          isDefault: declared.name === facts.defaultExport && !(isPassedOn && isOfNames),
          isLonely: usage.modules !== undefined && !isImported,
        })) ??
    openReason(facts, declared, file);
  return {
    node,
    span,
    declared,
    sight: isPassedOn ? "project" : usage.sight(declared, text),
    isPassedOn,
    files: new Set([...spans, ...spansAround(graph, span)].map((each) => each.file)),
    class: reason === null ? null : "unsure",
    reason: reason ?? "",
    place: reason === null ? null : { path, line: span.lineStart },
  };
}

/** The spans of the type that a member stands in. */
function spansAround(graph: DeadSearch["graph"], span: Span): readonly Span[] {
  const owner = ownerOf(graph, span);
  return owner && isType(owner.nodeType) ? nth(graph.nodes, graph.nodeOf(owner)).spans : [];
}

/** Why an export may be used that no name leads to; null: nothing tells so. */
function ofExport(
  { owner, isExported }: Unused["declared"],
  { isDefault, isLonely }: { isDefault: boolean; isLonely: boolean },
): string | null {
  if (owner) return null;
  if (isDefault) return "it is the default export of its file";
  return isLonely && isExported ? "nothing imports its file, which a tool may load" : null;
}

/** Why a declaration may be used that is its file; null: nothing loads the file. */
function ofItsFile(isImported: boolean, hasPatterns: boolean): string | null {
  if (isImported) return "its file is imported";
  return hasPatterns ? "files are loaded by a pattern" : null;
}

/** Why a declaration may be used that is marked, or whose type is; null: no mark of it says so. */
function markReason(declared: Unused["declared"], harmless: ReadonlySet<string>): string | null {
  const own = declared.marks.find((mark) => !harmless.has(mark));
  if (own !== undefined) return `it is marked with ${own}, which may use it`;
  const outer = isPrivate(declared) ? undefined : declared.owner?.marks.find((mark) => !harmless.has(mark));
  return outer === undefined ? null : `its ${declared.owner?.kind} is marked with ${outer}, which may use it`;
}

/** Why an exported declaration may be used by others than the project; null: nothing tells so. */
function openReason(
  { open, published, submodules }: FileFacts,
  declared: Unused["declared"],
  file: number,
): string | null {
  if (isPrivate(declared)) return null;
  const outer = declared.owner && isType(declared.owner.kind) ? declared.owner : declared;
  if (!outer.isExported) return published?.reasonOf(declared) ?? null;
  return open.reasonOf(file, outer.name) ?? published?.reasonOf(declared) ?? submodules(declared.path);
}

/** Reads manifests, and the texts that conventions look at: of files with unreached declarations, and of those that pass names on. */
async function readPublished({ graph, readTexts }: DeadSearch, wanted: readonly number[]) {
  const usages = new Set(graph.files.flatMap(({ meaning }) => meaning?.usage ?? []));
  const isManifest = (path: string) => path === SUBMODULES || [...usages].some(({ manifests }) => manifests.test(path));
  const passing = graph.files.flatMap(({ meaning }, index) => (meaning?.usage?.modules ? [index] : []));
  const manifests = graph.files.flatMap(({ path }, index) => (isManifest(path) ? [index] : []));
  const texts = new Map<number, string>();
  const all = [...new Set([...wanted, ...manifests, ...passing])].sort((a, b) => a - b);
  const kept = new Set([...wanted, ...manifests]);
  await readTexts(all, (file, text) => {
    const modules = nth(graph.files, file).meaning?.usage?.modules;
    if (kept.has(file) || (modules && modules.passesOn(text).length > 0)) texts.set(file, text);
  });
  const paths = graph.files.map(({ path }) => path);
  const published = new Map(
    [...usages].map((usage) => {
      const own = manifests.flatMap((file) => {
        const { path } = nth(graph.files, file);
        const text = texts.get(file);
        return usage.manifests.test(path) && text !== undefined ? [[path, text] as const] : [];
      });
      return [usage, usage.published(new Map(own), paths)] as const;
    }),
  );
  const listed = manifests.find((file) => nth(graph.files, file).path === SUBMODULES);
  const code = graph.files.flatMap(({ path, meaning }) => (meaning?.usage ? [path] : []));
  const packages = manifests.flatMap((file) => (file === listed ? [] : [folderOf(nth(graph.files, file).path)]));
  const submodules = usesOfSubmodules(listed === undefined ? "" : (texts.get(listed) ?? ""), code, packages);
  return { published, texts, submodules };
}
