/**
 * Checks the files of MCP clients that name codeindex: whether they parse, name this service, are of this version, and whether their hook answers.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute } from "node:path";
import { isObject } from "../../base/objects.js";
import { isLoopback } from "../../config/config.js";
import { isIntact, isMarked } from "../../mcp/clients/block.js";
import { type ClientEntry, PARTS, SERVER_NAME } from "../../mcp/clients/client.js";
import type { Choice } from "../../mcp/clients/config.js";
import { type Edit, isAmong, standing } from "../../mcp/clients/edit.js";
import { REMINDER } from "../../mcp/clients/guide.js";
import { CLIENT_NAMES, type ClientName, clientOf } from "../../mcp/clients/index.js";
import { UnreadableFile } from "../../mcp/clients/merged-entry.js";
import { fileOf, hookCommand, type InstalledTool, type InstallSite, stepsFor } from "../../mcp/clients/steps.js";
import { type Finding, fail, ok, warn } from "./finding.js";

export interface ClientCheck {
  /** The project's and the user's. */
  sites: readonly InstallSite[];
  /** The service's URL, without a path of ours. */
  base: string;
  /** The command by which clients start this program. */
  program: readonly [string, ...string[]];
  tools: readonly InstalledTool[];
}

/** Milliseconds: above the first the agent notices the wait, at the second clients give up. */
const HOOK = { enough: 1000, most: 5000 };

/** Checks each file that mentions codeindex. */
export function checkClients(about: ClientCheck): Finding[] {
  const told = new Set<string>();
  // Several clients read one file of rules, so equal findings are reported once.
  const findings = CLIENT_NAMES.flatMap((name) => about.sites.flatMap((site) => checkClient(name, site, about))).filter(
    ({ message }) => !told.has(message) && told.add(message),
  );
  if (findings.length > 0) return findings;
  return [ok("clients", `none is set up for ${SERVER_NAME} here: codeindex install does that`)];
}

function checkClient(name: ClientName, site: InstallSite, { base, program, tools }: ClientCheck): Finding[] {
  const choice = { base, hasToken: false, program, ...offerOf(name, site) };
  const findings: Finding[] = [];
  const broken = new Set<string>();
  for (const { file, step } of stepsFor(name, PARTS, site, choice, tools)) {
    const text = textOf(file);
    if (text === null || broken.has(file)) continue;
    try {
      const here = standing(step.edit, text);
      if (here !== undefined) findings.push(...checkEdit(name, file, { edit: step.edit, here, base, program }, site));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      broken.add(file);
      // A file without our entry is not checked.
      if (text.includes(SERVER_NAME)) findings.push(fail(name, `${file}: ${error.message}.`, again(name, site)));
    }
  }
  return findings;
}

/** The toolsets and the profile in the client's entry; nothing where there is no readable entry. */
function offerOf(name: ClientName, site: InstallSite): Pick<Choice, "toolsets" | "profile"> {
  const file = fileOf(name, "mcp", site);
  try {
    const entry = standing({ kind: "entry", client: name, entry: {} }, (file && textOf(file)) ?? "");
    if (!isObject(entry)) return {};
    const { url, args } = wayOf(entry);
    const said = (word: string) =>
      args.includes(`--${word}`)
        ? args[args.indexOf(`--${word}`) + 1]
        : (url && URL.canParse(url) && new URL(url).searchParams.get(word)) || undefined;
    return { toolsets: said("toolsets") ?? "", profile: said("profile") };
  } catch (error) {
    if (error instanceof UnreadableFile) return {};
    throw error;
  }
}

/** How an entry reaches the service: by URL, or by a program and its arguments. */
function wayOf(entry: ClientEntry): { url: string | undefined; command: string | undefined; args: string[] } {
  const isText = (value: unknown) => typeof value === "string";
  const [command, ...args] = [entry.command, entry.args].flat().filter(isText);
  const given = args.includes("--url") ? args[args.indexOf("--url") + 1] : undefined;
  return { url: [entry.url, entry.httpUrl, entry.serverUrl].find(isText) ?? given, command, args };
}

interface FoundClient {
  edit: Edit;
  /** The part's content in the file. */
  here: unknown;
  base: string;
  program: ClientCheck["program"];
}

function checkEdit(name: ClientName, file: string, found: FoundClient, site: InstallSite): Finding[] {
  const { edit, here, base, program } = found;
  switch (edit.kind) {
    case "entry":
      return [checkEntry(name, file, here, base, site)];
    case "block":
    case "file":
      return checkText(name, file, edit, here as string, site);
    case "items": {
      const command = commandIn(edit.items);
      if (command !== undefined)
        return [checkHook(name, file, commandIn(here as unknown[]), hookCommand(program), site)];
      return [
        checkAllowed(
          name,
          file,
          edit.items.length,
          edit.items.filter((item) => isAmong(here as unknown[], item)).length,
          site,
        ),
      ];
    }
    case "table":
      return [checkAllowed(name, file, Object.keys(edit.values).length, Object.keys(here as object).length, site)];
    case "keys":
      return edit.path.length === 0
        ? []
        : [checkAllowed(name, file, Object.keys(edit.values).length, Object.keys(here as object).length, site)];
  }
}

/** Whether the entry leads to the service, or starts an existing program. */
function checkEntry(name: ClientName, file: string, entry: unknown, base: string, site: InstallSite): Finding {
  if (!isObject(entry)) return fail(name, `${file}: its entry for ${SERVER_NAME} is not an object.`, again(name, site));
  const { url, command, args } = wayOf(entry);
  const missing = [command, args[0]].find((word) => word !== undefined && isAbsolute(word) && !existsSync(word));
  if (missing !== undefined) return fail(name, `${file} starts ${missing}, which is not there.`, again(name, site));
  if (url === undefined && command === undefined)
    return fail(name, `${file}: its entry for ${SERVER_NAME} names neither a URL nor a program.`, again(name, site));
  if (url === undefined) return ok(name, `${file} starts codeindex mcp, which finds the service`);
  if (isSameService(url, base)) return ok(name, `${file} names ${url}`);
  return warn(name, `${file} names ${url}, and not ${base}.`, again(name, site));
}

/** Whether a URL leads to the service; the names of this machine count as equal. */
function isSameService(given: string, base: string): boolean {
  if (!URL.canParse(given)) return false;
  const [a, b] = [new URL(given), new URL(base)];
  const isSameHost = a.host === b.host || (a.port === b.port && isLoopback(a.hostname) && isLoopback(b.hostname));
  const [path, root] = [a, b].map(({ pathname }) => pathname.replace(/\/$/, ""));
  return a.protocol === b.protocol && isSameHost && (path === root || `${path}/`.startsWith(`${root}/mcp/`));
}

function checkText(
  name: ClientName,
  file: string,
  edit: Edit & { text: string },
  here: string,
  site: InstallSite,
): Finding[] {
  if (!isMarked(here)) return [];
  if (!isIntact(here)) return [ok(name, `${file} has instructions that were changed by hand`)];
  if (here.trim() === edit.text.trim()) return [ok(name, `${file} is of this version`)];
  return [warn(name, `${file} is of another version.`, again(name, site))];
}

function checkAllowed(name: ClientName, file: string, all: number, allowed: number, site: InstallSite): Finding {
  const message = `${file} allows ${allowed} of ${all} tools that only read`;
  return allowed === all ? ok(name, message) : warn(name, `${message}.`, again(name, site));
}

/** Runs the hook as the client does, but only a command identical to ours: a command from a repository's file must not run. */
function checkHook(
  name: ClientName,
  file: string,
  command: string | undefined,
  ours: string,
  site: InstallSite,
): Finding {
  if (command !== ours)
    return warn(name, `${file}: its hook is of another installation, and was not tried: ${command}`, again(name, site));
  const started = performance.now();
  const call = { hook_event_name: "PreToolUse", cwd: tmpdir(), tool_name: "Grep", tool_input: { pattern: "x" } };
  const { stdout } = spawnSync(command, {
    shell: true,
    cwd: tmpdir(),
    encoding: "utf8",
    input: JSON.stringify(call),
    timeout: HOOK.most,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const took = Math.round(performance.now() - started);
  if (!stdout?.includes(JSON.stringify(REMINDER)))
    return fail(
      name,
      `${file}: its hook does not answer (${took} ms).`,
      "Run codeindex hook in a terminal to see why.",
    );
  if (took > HOOK.enough)
    return warn(
      name,
      `${file}: its hook took ${took} ms.`,
      "Take it out (codeindex install --only hook --remove) where that is so each time.",
    );
  return ok(name, `${file}: its hook answers in ${took} ms`);
}

/** The command of a hook among items: its own, or one level below. */
function commandIn(items: readonly unknown[]): string | undefined {
  const entries = items.filter(isObject).flatMap((item) => (Array.isArray(item.hooks) ? item.hooks : [item]));
  return entries.map((entry) => (entry as { command?: unknown }).command).find((each) => typeof each === "string");
}

const again = (name: ClientName, { scope }: InstallSite): string =>
  `codeindex install --client ${name}${scope === "user" ? " --user" : ""} writes it anew, or says what ${clientOf(name).title} is to be told by hand.`;

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
