/** What an MCP client wants to be told, and where. */
import { posix, win32 } from "node:path";

/** The machine whose configuration is written; a value, so that tests can be on any. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: NodeJS.ProcessEnv;
}

/** The environment variable that holds the token, wherever a client takes it from there. */
export const TOKEN = "CODEINDEX_TOKEN";
/** What the server is called: letters only, as there are clients that refuse `_`. */
export const SERVER_NAME = "codeindex";

/** The parts that are written into clients' files; each can be left out. */
export const PARTS = ["mcp", "rules", "permissions", "skill", "hook"] as const;
export type Part = (typeof PARTS)[number];

/** A service that is reached by URL. */
export interface UrlServer {
  url: string;
  hasToken: boolean;
}

/** A program that speaks MCP on stdin and stdout. */
export interface StdioServer {
  command: string;
  args: string[];
  env: Record<string, string>;
  hasToken: boolean;
}

/** An entry, or a part of one: its keys in the order in which they are written. */
export type Entry = Record<string, unknown>;

export interface Client {
  title: string;
  format: "json" | "toml";
  /** Where the entries stand in the file: `["mcpServers"]`. */
  path: readonly string[];
  /** Its file, absolute, and that of a project, relative to its root; absent where it has none. */
  userFile(machine: Machine): string;
  projectFile?: string;
  /** How else people get there; a sentence. */
  hint?: string;
  /** Whether it writes code, and has tools for files of its own. */
  isCodingAgent: boolean;
  /** Whether programs are started in the folder that is worked in. */
  hasFolder: boolean;
  /** The entry for a URL; null where it has to go through the program: it knows no URLs, or no way to take a token from the environment. */
  byUrl(server: UrlServer): Entry | null;
  byStdio(server: StdioServer): Entry;
  /** What a new entry has on top, and people may change. */
  defaults?: Entry;
  /** What stands elsewhere in the file for it, in a list, by the id of its item. */
  listed?: { path: readonly string[]; item: Entry & { id: string } };
}

/** `Authorization: Bearer …` for clients that write headers as an object; `variable` is how they name one of the environment. */
export function bearer(variable: string): Entry {
  return { headers: { Authorization: `Bearer ${variable}` } };
}

/** Joins a path as the machine does. */
export function joinPath({ platform }: Machine, ...parts: string[]): string {
  return platform === "win32" ? win32.join(...parts) : posix.join(...parts);
}

/** The folder in which programs keep settings: AppData, Application Support, or ~/.config. */
export function settingsFolder(machine: Machine): string {
  const { platform, home, env } = machine;
  if (platform === "win32") return env.APPDATA || joinPath(machine, home, "AppData", "Roaming");
  if (platform === "darwin") return joinPath(machine, home, "Library", "Application Support");
  return configFolder(machine);
}

/** ~/.config, or where XDG has it. */
export function configFolder(machine: Machine): string {
  const { XDG_CONFIG_HOME: xdg } = machine.env;
  return xdg && posix.isAbsolute(xdg) ? xdg : joinPath(machine, machine.home, ".config");
}
