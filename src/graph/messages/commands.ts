/**
 * Ways to a command that code runs by its name: `call_command("dedupe")` comes to `Command.handle` of the file of that name. Conventions of each language
 * (languages/commands.ts) tell both, so these leads are likely and no edges.
 */
import type { CommandConventions } from "../../languages/commands.js";
import { languageNamed, languages } from "../../languages/index.js";
import type { Db } from "../../store/db/db.js";
import { pathsEndingWith, readLedgerPaths } from "../../store/files.js";
import { incomingEdges } from "../../store/incoming.js";
import { headsOfFile, type SymbolHead } from "../../store/symbol-heads.js";
import { externalsNamed } from "../../store/unresolved.js";
import type { View } from "../../store/views.js";
import type { Lead } from "../leads/lead.js";
import { linesAt, readTexts } from "../source-lines.js";

const MOST_EDGES = 1000;
const MOST_FILES = 100;
const MOST_BYTES = 3_000_000;
/** Files of one name that a command may be. */
const MOST_HANDLERS = 4;

const RUNNERS = [...new Set(languages.flatMap(({ commands }) => commands?.runners ?? []))];

/** A function that runs a command, and the statement that does. */
interface Run {
  source: SymbolHead;
  line: number;
  command: string;
  conventions: CommandConventions;
}

/** Leads from functions that run a command to the first function of the command. One of `heads` stands at the end `near`. */
export async function commandLeads(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  near: "from" | "to",
): Promise<{ leads: Lead[]; heads: Map<string, SymbolHead> }> {
  const met = new Map<string, SymbolHead>();
  const asked = heads.filter(({ language }) => conventionsOf(language) !== undefined);
  const begins = asked.filter((head) => commandOf(head) !== null);
  if ((near === "to" ? begins : asked).length === 0) return { leads: [], heads: met };
  const own = new Set(asked.map(({ nodeId }) => nodeId));
  const runs = (await allRuns(db, view)).filter(({ source }) => near === "to" || own.has(source.nodeId));
  const leads: Lead[] = [];
  for (const { source, line, command, conventions } of runs) {
    const handlers =
      near === "to"
        ? begins.filter((head) => commandOf(head) === command)
        : await handlersOf(db, view, command, conventions);
    for (const to of handlers) {
      met.set(near === "to" ? source.nodeId : to.nodeId, near === "to" ? source : to);
      const ends = { from: source.nodeId, to: to.nodeId };
      const sure = { tier: "unique", rule: "unique-name" } as const;
      leads.push({ ...ends, relation: "topic", ...sure, path: source.path, line, topic: JSON.stringify(command) });
    }
  }
  return { leads, heads: met };
}

const conventionsOf = (language: string): CommandConventions | undefined => languageNamed(language)?.commands;
const commandOf = ({ language, path, name }: SymbolHead): string | null =>
  conventionsOf(language)?.commandOf(path, name) ?? null;

/** The places that run a command whose name they say. */
async function allRuns(db: Db, view: View): Promise<Run[]> {
  const runners = await externalsNamed(db, view, RUNNERS, []);
  const ids = runners.map(({ nodeId }) => nodeId);
  const { edges } = await incomingEdges(db, view, ids, { kinds: ["calls"], tiers: ["external"], limit: MOST_EDGES });
  const places = edges.flatMap(({ source, lines }) => lines.map((line) => ({ source, path: source.path, line })));
  const paths = [...new Set(places.map(({ path }) => path))].slice(0, MOST_FILES);
  const texts = linesAt(await readTexts(db, view, paths, MOST_BYTES, "given"), places);
  return places.flatMap(({ source, line }, index): Run[] => {
    const conventions = conventionsOf(source.language);
    const command = conventions?.runBy(texts[index] ?? "") ?? null;
    return conventions === undefined || command === null ? [] : [{ source, line, command, conventions }];
  });
}

async function handlersOf(db: Db, view: View, command: string, conventions: CommandConventions): Promise<SymbolHead[]> {
  const { pathEnd, name } = conventions.handlerOf(command);
  const paths = await pathsEndingWith(db, view, pathEnd);
  const files = await readLedgerPaths(db, view.projectId, view.viewId, paths.slice(0, MOST_HANDLERS));
  const found: SymbolHead[] = [];
  for (const { versionId } of files)
    if (versionId !== null)
      found.push(
        ...(await headsOfFile(db, view, versionId)).filter((head) => head.name === name && commandOf(head) === command),
      );
  return found;
}
