/** The description of an MCP client: the form of its entry, and the place of its files. */
import { posix, win32 } from "node:path";

/** The machine whose configuration is written; a value, so that tests can simulate any. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: NodeJS.ProcessEnv;
}

/** The environment variable of the token, for clients that read it from there. */
export const TOKEN = "CODEINDEX_TOKEN";
/** The server's name in entries: letters only, as some clients refuse `_`. */
export const SERVER_NAME = "codeindex";

/** The parts that are written into clients' files; each can be left out. */
export const PARTS = ["mcp", "rules", "permissions", "skill", "hook"] as const;
export type ClientPart = (typeof PARTS)[number];

/** A service that clients reach by URL. */
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

/** An entry, or a part of one; its keys are written in this order. */
export type ClientEntry = Record<string, unknown>;

export interface Client {
  title: string;
  format: "json" | "toml";
  /** The path of the entries in the file: `["mcpServers"]`. */
  path: readonly string[];
  /** Its user file, absolute, and its project file, relative to the root; absent where it has none. */
  userFile(machine: Machine): string;
  projectFile?: string;
  /** Another way for people to reach the settings; a sentence. */
  hint?: string;
  /** Whether it writes code, and has file tools of its own. */
  isCodingAgent: boolean;
  /** Whether it starts programs in the working folder. */
  hasFolder: boolean;
  /** The entry for a URL; null where the client needs the program, because it supports no URLs or cannot take a token from the environment. */
  byUrl(server: UrlServer): ClientEntry | null;
  byStdio(server: StdioServer): ClientEntry;
  /** Additional keys of a new entry, which people may change. */
  defaults?: ClientEntry;
  /** An item that the entry needs elsewhere in the file, in a list, by its id. */
  listed?: { path: readonly string[]; item: ClientEntry & { id: string } };
}

/** `Authorization: Bearer …` for clients that write headers as an object; `variable` is the client's syntax for an environment variable. */
export function bearer(variable: string): ClientEntry {
  return { headers: { Authorization: `Bearer ${variable}` } };
}

/** Joins a path by the rules of the machine's platform. */
export function joinPath({ platform }: Machine, ...parts: string[]): string {
  return platform === "win32" ? win32.join(...parts) : posix.join(...parts);
}

/** The folder for settings of programs: AppData, Application Support, or ~/.config. */
export function settingsFolder(machine: Machine): string {
  const { platform, home, env } = machine;
  if (platform === "win32") return env.APPDATA || joinPath(machine, home, "AppData", "Roaming");
  if (platform === "darwin") return joinPath(machine, home, "Library", "Application Support");
  return configFolder(machine);
}

/** ~/.config, or XDG_CONFIG_HOME. */
export function configFolder(machine: Machine): string {
  const { XDG_CONFIG_HOME: xdg } = machine.env;
  return xdg && posix.isAbsolute(xdg) ? xdg : joinPath(machine, machine.home, ".config");
}
