/**
 * `install`: writes into the files of MCP clients the parts that each client documents (the server's entry, rules, tools that need no confirmation, a
 * skill, a hook), and removes them again. It shows the difference and asks first. Files that it should not touch are left alone, with a hint on the
 * manual step.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { createInterface } from "node:readline/promises";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { addToList } from "../base/groups.js";
import { readConfig } from "../config/config.js";
import { type ClientPart, type Machine, PARTS, SERVER_NAME } from "../mcp/clients/client.js";
import type { Choice } from "../mcp/clients/config.js";
import { byHand } from "../mcp/clients/edit.js";
import { readClientFile, removeFolders, writeClientFile } from "../mcp/clients/files.js";
import { difference, shownHunks } from "../mcp/clients/hunks.js";
import { CLIENT_NAMES, type ClientName, clientOf } from "../mcp/clients/index.js";
import { UnreadableFile } from "../mcp/clients/merged-entry.js";
import { HOOKS } from "../mcp/clients/parts.js";
import { type FilePlan, planFile, type Step } from "../mcp/clients/plan.js";
import { type Records, readRecords, type StoredRecord, writeRecords } from "../mcp/clients/record.js";
import { clientsThere, fileOf, type InstallScope, type InstallSite, stepsFor } from "../mcp/clients/steps.js";
import { makeDataDir } from "../store/pglite/data-dir.js";
import { TOOLS } from "../tools/index.js";
import { type ChoiceFlags, choiceOf, clientNames, PROGRAM } from "./client-choice.js";
import { repositoryOf } from "./repository-of.js";
import { withoutServers } from "./service.js";

export interface InstallFlags extends ChoiceFlags {
  client?: string[];
  user?: boolean;
  only?: string;
  remove?: boolean;
  yes?: boolean;
}

export interface Change {
  clients: readonly ClientName[];
  parts: readonly ClientPart[];
  scope: InstallScope;
  isYes: boolean;
  /** Null removes all parts. */
  choice: Choice | null;
}

/** The plan of one file. */
interface PlannedFile {
  file: string;
  clients: ClientName[];
  plan: FilePlan;
}

/** A file that is left alone, with the reason. */
interface Refusal {
  file: string;
  why: string;
  steps: readonly Step[];
}

const MODE = { user: 0o600, project: 0o644 };
/** For a removal the named service does not matter. */
const ANY_CHOICE: Choice = { base: "http://127.0.0.1:8400", hasToken: false, program: PROGRAM };

/** Runs the command; returns the exit code: 1 where a file was left alone. Throws `invalid_parameter` or `configuration`. */
export async function install(flags: InstallFlags): Promise<number> {
  const { client, user, only, remove, yes } = flags;
  const scope = user ? "user" : "project";
  // Our parts are removed even if their client is not installed any more.
  const clients = client ? clientNames(client) : remove ? CLIENT_NAMES : clientsThere(siteOf(scope));
  if (clients.length === 0)
    throw new CodeindexError("configuration", "No MCP client was found on this machine.", {}, [
      "Name one with --client; codeindex mcp-config --help lists those that are known.",
    ]);
  const choice = remove ? null : await choiceOf(flags);
  return changeClients({ clients, parts: partsOf(only), scope, isYes: yes === true, choice });
}

/** The parts in `--only`, or all. Throws `invalid_parameter`. */
export function partsOf(only: string | undefined): ClientPart[] {
  if (only === undefined) return [...PARTS];
  return only.split(",").map((given) => {
    const part = PARTS.find((each) => each === given.trim());
    if (!part) throw invalidParameter("--only", `must be some of ${PARTS.join(",")}`);
    return part;
  });
}

/** Plans, shows, asks, and writes; returns the exit code. */
export async function changeClients(change: Change): Promise<number> {
  const dataDir = readConfig({ repos: [], config: "" }, withoutServers(process.env)).dataDir;
  const records = readRecords(dataDir);
  const { planned, refusals } = planAll(change, records);
  const changed = planned.filter(({ plan }) => plan.before !== plan.after);
  for (const each of changed) console.log(`${shown(each)}\n`);
  for (const refusal of refusals) console.error(refused(refusal, change.choice === null));
  if (changed.length > 0 && !(await isAgreed(changed.length, change.isYes))) return 1;
  if (changed.length > 0) makeDataDir(dataDir);
  const left: string[] = [];
  for (const each of planned) {
    try {
      const made = write(each, change.scope);
      if (note(each, made, change.scope, records, left)) writeRecords(dataDir, records);
      if (changed.includes(each) || (change.choice && each.plan.after !== null)) console.log(outcome(each));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      const refusal = { file: each.file, why: error.message, steps: each.plan.record?.steps ?? [] };
      refusals.push(refusal);
      console.error(refused(refusal, change.choice === null));
    }
  }
  if (left.length > 0) {
    bequeath(removeFolders(left), records);
    writeRecords(dataDir, records);
  }
  if (changed.length + refusals.length === 0 && !change.choice)
    console.log("There is nothing of codeindex to take out.");
  for (const line of change.choice ? hints(change) : []) console.log(line);
  return refusals.length > 0 ? 1 : 0;
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), env: process.env };
}

/** The files of a scope; the project is that of the current folder. */
export function siteOf(scope: InstallScope): InstallSite {
  return { machine: thisMachine(), scope, root: repositoryOf(process.cwd()) ?? resolve(".") };
}

/** Plans all files; all steps for one file are planned together. */
function planAll(change: Change, records: Records): { planned: PlannedFile[]; refusals: Refusal[] } {
  const site = { ...siteOf(change.scope), written: placesIn(records, rootOf(siteOf(change.scope))) };
  const planned: PlannedFile[] = [];
  const refusals: Refusal[] = [];
  for (const [file, steps] of stepsByFile(change, site, records)) {
    const record = records[file] ?? null;
    try {
      const text = readClientFile(file, change.scope === "project" ? site.root : undefined);
      const plan = planFile(text, record, change.choice ? steps : [], change.choice ? [] : steps);
      planned.push({ file, clients: [...new Set(steps.map(({ client }) => client))], plan });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      if (change.choice) refusals.push({ file, why: error.message, steps });
      else if (record || mentionsUs(file)) refusals.push({ file, why: error.message, steps: record?.steps ?? [] });
    }
  }
  return { planned, refusals };
}

/** Whether a file contains something to remove, in any form. */
function mentionsUs(file: string): boolean {
  try {
    return readFileSync(file, "latin1").includes(SERVER_NAME);
  } catch {
    return false;
  }
}

/** The steps of the change by their files. Parts are removed from all places where they were put. */
function stepsByFile({ clients, parts, choice }: Change, site: InstallSite, records: Records): Map<string, Step[]> {
  const byFile = new Map<string, Step[]>();
  const add = (file: string, step: Step) => addToList(byFile, file, step);
  for (const client of clients)
    for (const { file, step } of stepsFor(client, parts, site, choice ?? ANY_CHOICE, TOOLS)) add(file, step);
  if (choice) return byFile;
  for (const [file, { root, steps }] of Object.entries(records)) {
    if (root !== rootOf(site)) continue;
    for (const step of steps) if (clients.includes(step.client) && parts.includes(step.part)) add(file, step);
  }
  return byFile;
}

/** The places where parts were written before. */
function placesIn(records: Records, wanted: string | null): NonNullable<InstallSite["written"]> {
  return (client, part) =>
    Object.entries(records).find(
      ([, { root, steps }]) => root === wanted && steps.some((step) => step.client === client && step.part === part),
    )?.[0];
}

const rootOf = ({ scope, root }: InstallSite): string | null => (scope === "project" ? root : null);

function shown({ file, plan: { before, after } }: PlannedFile): string {
  const what = before === null ? " (new)" : after === null ? " (removed)" : "";
  return `${file}${what}\n${shownHunks(difference(before ?? "", after ?? ""))}`;
}

/** Throws `configuration` without a terminal to ask on. */
async function isAgreed(count: number, isYes: boolean): Promise<boolean> {
  if (isYes) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new CodeindexError("configuration", "Nothing was written: there is no terminal on which to ask.", {}, [
      "Add --yes to write what is shown.",
    ]);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // Ctrl-C and the end of the input mean no.
    const closed = new Promise<string>((done) => terminal.once("close", () => done("")));
    const question = `Write ${count === 1 ? "this file" : `these ${count} files`}? [y/N] `;
    const answer = await Promise.race([terminal.question(question), closed]);
    if (/^y(es)?$/i.test(answer.trim())) return true;
    console.log("Nothing was written.");
    return false;
  } finally {
    terminal.close();
  }
}

/** Folders that we made and that hold other files of ours are removed with the last of these. */
function bequeath(folders: readonly string[], records: Records): void {
  for (const folder of folders) {
    const [, heir] = Object.entries(records).find(([file]) => file.startsWith(folder + sep)) ?? [];
    heir?.folders.push(folder);
  }
}

/** Writes a file if it changes; returns the folders that it made. */
function write({ file, plan }: PlannedFile, scope: InstallScope): string[] {
  if (plan.before === plan.after) return [];
  return writeClientFile(file, plan, { mode: MODE[scope], root: rootOf(siteOf(scope)) ?? undefined });
}

/** Records the change of a file. Folders that were made for a removed file are added to `left`. Returns whether the records changed. */
function note(
  { file, plan }: PlannedFile,
  made: string[],
  scope: InstallScope,
  records: Records,
  left: string[],
): boolean {
  const known = records[file];
  const folders = [...(known?.folders ?? []), ...made];
  if (plan.record === null) {
    delete records[file];
    left.push(...folders);
    return known !== undefined;
  }
  // A part that another author wrote before us, character for character, must not be removed.
  if (!known && plan.record.hunks.length === 0) return false;
  records[file] = { ...plan.record, folders, root: rootOf(siteOf(scope)) } satisfies StoredRecord;
  return true;
}

function outcome({ file, clients, plan: { before, after } }: PlannedFile): string {
  const titles = clients.map((name) => clientOf(name).title).join(", ");
  if (before === after) return `${titles}: ${file} is as it shall be.`;
  return `${titles}: ${file} is ${before === null ? "created" : after === null ? "removed" : "changed"}.`;
}

/** Hints on the remaining manual steps, and on parts without a place in the scope. */
function* hints({ clients, parts, scope }: Change): Generator<string> {
  for (const name of clients) {
    const { title } = clientOf(name);
    const isMissing = (part: ClientPart) =>
      fileOf(name, part, siteOf(scope)) === null && fileOf(name, part, siteOf(other(scope))) !== null;
    const missing = parts.filter(isMissing);
    if (missing.length > 0) yield `${title}: ${missing.join(", ")} left out: only ${FILES[other(scope)]} can have it.`;
    const note = parts.includes("hook") && fileOf(name, "hook", siteOf(scope)) !== null ? HOOKS[name]?.note : undefined;
    if (note) yield `${title}: the hook ${note}.`;
  }
  yield "Restart the clients, or reload their MCP servers.";
}

const FILES = { user: "files of the user (--user)", project: "files of a project" };
const other = (scope: InstallScope): InstallScope => (scope === "user" ? "project" : "user");

function refused({ file, why, steps }: Refusal, isRemoval: boolean): string {
  const texts = steps.map(({ edit }) => byHand(edit)).join("\n\n");
  const todo = isRemoval
    ? `Take codeindex out of it yourself${texts === "" ? "." : `:\n${texts}`}`
    : `Put this into it yourself:\n${texts}`;
  return `codeindex: ${file} was not changed: ${why}.\n  ${todo}`;
}
