/** Chooses the steps and their files, for clients, parts and a scope. */
import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { present } from "../../base/need.js";
import { AGENT_TOOLSETS } from "../endpoint-url.js";
import { DEFAULT_TOOLSETS } from "../listing.js";
import type { ClientPart, Machine } from "./client.js";
import { type Choice, entryFor } from "./config.js";
import { coreTools, type GuideTool, guidePage, skillPage } from "./guide.js";
import { CLIENT_NAMES, type ClientName, clientOf } from "./index.js";
import { HOOKS, type PartFile, PERMISSIONS, RULES, rulesEdit, SKILLS, skillEdit, TRACES } from "./parts.js";
import type { Step } from "./plan.js";

export type InstallScope = "user" | "project";

/** The scope, and the machine and project to write to. */
export interface InstallSite {
  machine: Machine;
  scope: InstallScope;
  /** The root of the project. */
  root: string;
  /** The place where a part was written before, if any. */
  written?(client: ClientName, part: ClientPart): string | undefined;
}

/** A tool, in the form that these texts use. */
export type InstalledTool = GuideTool & { toolset: string; readOnly: boolean };

/** A step and its file, absolute. */
export interface PlacedStep {
  file: string;
  step: Step;
}

/** The steps of a client's parts that have a place in the scope. None where the client has no tool of the core, as its agent then needs no text. */
export function stepsFor(
  client: ClientName,
  parts: readonly ClientPart[],
  site: InstallSite,
  choice: Choice,
  tools: readonly InstalledTool[],
): PlacedStep[] {
  const offered = offeredTools(choice, tools);
  const told = coreTools(offered).length > 0 ? parts : parts.filter((part) => part === "mcp");
  return told.flatMap((part) => {
    const file = fileOf(client, part, site);
    if (file === null) return [];
    return editsOf(client, part, file, choice, offered).map((edit) => ({ file, step: { client, part, edit } }));
  });
}

/** The file of a part in the scope; null where the client has none there. */
export function fileOf(
  client: ClientName,
  part: ClientPart,
  { machine, scope, root, written }: InstallSite,
): string | null {
  const place = partFileOf(client, part);
  if (scope === "user") return place?.user?.(machine) ?? null;
  const project = place?.project;
  if (project === undefined) return null;
  if (typeof project === "string") return join(root, project);
  const before = written?.(client, part);
  if (before !== undefined && isFile(before)) return before;
  return join(root, project.among.find((path) => isFile(join(root, path))) ?? project.otherwise);
}

/** A client's place for a part; undefined where it documents none. */
export function partFileOf(client: ClientName, part: ClientPart): PartFile | undefined {
  switch (part) {
    case "mcp": {
      const { userFile, projectFile } = clientOf(client);
      return { user: userFile, ...(projectFile !== undefined && { project: projectFile }) };
    }
    case "rules":
      return RULES[client];
    case "permissions":
      return PERMISSIONS[client];
    case "skill":
      return SKILLS[client];
    case "hook":
      return HOOKS[client];
  }
}

function editsOf(
  client: ClientName,
  part: ClientPart,
  file: string,
  choice: Choice,
  tools: readonly InstalledTool[],
): Step["edit"][] {
  switch (part) {
    case "mcp":
      return [{ kind: "entry", client, entry: entryFor(clientOf(client), choice) }];
    case "rules":
      return [rulesEdit(client, file, guidePage(tools))];
    case "permissions":
      return present(PERMISSIONS[client]).edits(tools.filter(({ readOnly }) => readOnly).map(({ name }) => name));
    case "skill":
      return [skillEdit(skillPage(tools))];
    case "hook":
      return present(HOOKS[client]).edits(hookCommand(choice.program));
  }
}

/** The tools that a client of this choice sees. Tools of another specification's profile do not count. */
export function offeredTools(
  { toolsets = AGENT_TOOLSETS, profile }: Choice,
  tools: readonly InstalledTool[],
): InstalledTool[] {
  if (profile) return [];
  const words = toolsets.split(",").map((word) => word.trim());
  const isAll = toolsets === "" || words.includes("default");
  const core = words.includes("core") ? coreTools(tools) : [];
  return tools.filter(
    ({ name, toolset }) =>
      words.includes("all") ||
      words.includes(toolset) ||
      core.includes(name) ||
      (isAll && DEFAULT_TOOLSETS.some((each) => each === toolset)),
  );
}

/** The command line of the hook, in a form for shells of every system: PowerShell reads a quoted word at the beginning as text. */
export function hookCommand([program, ...before]: readonly [string, ...string[]]): string {
  const portable = (word: string) => (/^[A-Za-z]:\\/.test(word) ? word.replaceAll("\\", "/") : word);
  const quoted = (word: string) => (/^[\w./:@%+=,-]+$/.test(word) ? word : `"${word.replace(/["$`\\]/g, "\\$&")}"`);
  return [...[program, ...before].map(portable).map(quoted), "hook"].join(" ");
}

/** The clients with traces on the machine, or in the project. */
export function clientsThere({ machine, root }: InstallSite): ClientName[] {
  return CLIENT_NAMES.filter((name) => {
    const { paths, commands, project } = TRACES[name];
    return (
      paths(machine).some((path) => existsSync(path)) ||
      project.some((path) => existsSync(join(root, path))) ||
      commands.some((command) => isOnPath(command, machine))
    );
  });
}

function isOnPath(command: string, { platform, env }: Machine): boolean {
  const endings = platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => endings.some((ending) => isFile(join(folder, command + ending))));
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
