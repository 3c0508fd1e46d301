/**
 * Tells whether a tool call of a coding agent searches a whole repository as text: `grep -r` or `rg` without a path, or a search tool without one.
 *
 *   rg foo                  broad: the working folder is the root of a repository
 *   cd src && rg foo        not broad: it is restricted to a folder
 *   git log | grep foo      not broad: it reads its standard input
 *
 * A call that cannot be parsed does not count as broad: a missing reminder costs less than a wrong one. Pure except for `rootOf`.
 */
import { resolve, sep } from "node:path";
import { nth } from "../../base/need.js";
import { type ShellCommand, shellCommands } from "./shell.js";

/** A tool call in the form that hooks receive. */
export interface ToolCall {
  tool: string;
  input: Record<string, unknown>;
  /** The working folder, absolute. */
  cwd: string;
}

/** The root of a folder's repository; undefined where it belongs to none. */
export type RootOf = (folder: string) => string | undefined;

const SHELL_TOOL = /bash|shell|terminal|command/i;
const SEARCH_TOOL = /^(grep|grep_search|search_file_content|ripgrep)$/i;

/** Whether the call searches a whole repository as text. */
export function isBroadSearch({ tool, input, cwd }: ToolCall, rootOf: RootOf): boolean {
  const isWhole = (folder: string) => isWholeRepository(folder, cwd, rootOf);
  if (SEARCH_TOOL.test(tool)) {
    const path = firstText(input, "path", "dir_path", "directory");
    const glob = firstText(input, "glob", "include", "includePattern", "include_pattern");
    return isWhole(resolve(cwd, path ?? ".")) && !(glob !== undefined && namesFolder(glob));
  }
  const command = firstText(input, "command");
  if (!SHELL_TOOL.test(tool) || command === undefined) return false;
  const folder = firstText(input, "cwd", "workdir", "directory", "dir_path");
  return searchesOf(shellCommands(command), resolve(cwd, folder ?? ".")).some(isWhole);
}

function firstText(input: Record<string, unknown>, ...names: string[]): string | undefined {
  const value = names.map((name) => input[name]).find((each) => typeof each === "string" && each !== "");
  return value as string | undefined;
}

/** A folder is the whole repository if it is the root or above it; outside of repositories, if it is the working folder. */
function isWholeRepository(folder: string, cwd: string, rootOf: RootOf): boolean {
  const root = rootOf(cwd) ?? resolve(cwd);
  return root === folder || root.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** `src/**` names a folder; `*.ts` and `**\/*.ts` do not. */
function namesFolder(glob: string): boolean {
  return !glob.startsWith("!") && /^(\.?\/)?(?!\*)[^/]*\//.test(glob);
}

/** The folders and files that the commands search as text, absolute. */
function searchesOf(commands: readonly ShellCommand[], cwd: string): string[] {
  const found: string[] = [];
  let folder = cwd;
  for (const { words, isPiped } of commands) {
    const [name = "", ...args] = withoutWrappers(words);
    if (name === "cd") folder = resolve(folder, args.find((arg) => !arg.startsWith("-")) ?? "~");
    else if (/^(ba|z|da|k)?sh$/.test(name)) {
      // `bash -lc 'rg foo'`
      const [flag = "", script = ""] = args;
      if (/^-\w*c$/.test(flag)) found.push(...searchesOf(shellCommands(script), folder));
    } else found.push(...(pathsSearched(name, args, isPiped)?.map((path) => resolve(folder, path)) ?? []));
  }
  return found;
}

const WRAPPERS = new Set(["command", "builtin", "time", "nice", "sudo", "env", "nohup", "exec"]);

/** The words of a command without wrappers before its name: `LC_ALL=C timeout 10 rg` is `rg`. */
function withoutWrappers(words: readonly string[]): string[] {
  let index = 0;
  while (index < words.length) {
    const word = nth(words, index);
    if (/^\w+=/.test(word) || WRAPPERS.has(word)) index++;
    else if (word === "timeout") index += 2;
    else break;
  }
  const [name, ...rest] = words.slice(index);
  return name === undefined ? [] : [name.slice(name.lastIndexOf("/") + 1), ...rest];
}

/** A search program: its options that take a value, and whether it descends into folders. */
interface Searcher {
  short: string;
  long: readonly string[];
  /** Whether it descends by default; otherwise the options that make it. */
  isRecursive: boolean | RegExp;
  /** Options for other modes, in which it does not search text. */
  other?: RegExp;
  /** Options that restrict it to files matching their value. */
  globs?: RegExp;
}

const GREP: Searcher = {
  short: "efABCmdD",
  long: ["regexp", "file", "after-context", "before-context", "context", "max-count"],
  isRecursive: /^(-[A-Za-z]*[rR][A-Za-z]*|--recursive|--dereference-recursive|--directories=recurse)$/,
};
const RG: Searcher = {
  short: "efgtTABCmMjrEd",
  long: [
    ...[
      "regexp",
      "file",
      "glob",
      "iglob",
      "type",
      "type-not",
      "after-context",
      "before-context",
      "context",
      "max-count",
    ],
    ...[
      "max-columns",
      "threads",
      "replace",
      "encoding",
      "max-depth",
      "max-filesize",
      "sort",
      "sortr",
      "color",
      "engine",
    ],
  ],
  isRecursive: true,
  other: /^--(files|type-list|version|help|generate.*)$/,
  globs: /^(-g|--i?glob)$/,
};
const AG: Searcher = {
  short: "ABCmGg",
  long: ["after", "before", "context", "max-count", "file-search-regex", "depth", "ignore", "ignore-dir"],
  isRecursive: true,
  other: /^-g$/,
};
const GIT_GREP: Searcher = {
  ...GREP,
  short: "efABCm",
  long: [...GREP.long, "threads", "max-depth"],
  isRecursive: true,
};

const SEARCHERS: Record<string, Searcher> = { rg: RG, grep: GREP, egrep: GREP, fgrep: GREP, ag: AG, ack: AG };

/** The paths that a command searches, `.` where it names none; null for other commands, and for a search of standard input. */
function pathsSearched(name: string, args: readonly string[], isPiped: boolean): string[] | null {
  if (name === "git") return gitPaths(args);
  const searcher = SEARCHERS[name];
  if (!searcher) return null;
  const { paths, options, values } = readArguments(searcher, args);
  const { isRecursive, other, globs } = searcher;
  if (typeof isRecursive !== "boolean" && !options.some((option) => isRecursive.test(option))) return null;
  if (other && options.some((option) => other.test(option))) return null;
  if (globs && values.some(([option, value]) => globs.test(option) && namesFolder(value))) return null;
  if (paths.length > 0) return paths.map((path) => (path === "*" ? "." : path));
  return isPiped ? null : ["."];
}

/** `git -C dir grep …`: options of git itself come first, and words after `--` are paths. */
function gitPaths(args: readonly string[]): string[] | null {
  let index = 0;
  let folder = ".";
  for (; index < args.length && args[index] !== "grep"; index++) {
    if (args[index] === "-C") folder = args[++index] ?? ".";
    else if (args[index] === "-c") index++;
    else if (!nth(args, index).startsWith("-")) return null;
  }
  if (index >= args.length) return null;
  const rest = args.slice(index + 1);
  const { paths } = readArguments(GIT_GREP, rest);
  const named = paths.filter((path) => !path.startsWith("*"));
  return named.length > 0 ? named.map((path) => resolveIn(folder, path)) : [folder];
}

const resolveIn = (folder: string, path: string): string => (folder === "." ? path : `${folder}/${path}`);

interface Arguments {
  paths: string[];
  options: string[];
  values: [option: string, value: string][];
}

/** The arguments of a search. Its pattern is the first word that is not an option, unless an option gives it. */
function readArguments({ short, long }: Searcher, args: readonly string[]): Arguments {
  const words: string[] = [];
  const options: string[] = [];
  const values: Arguments["values"] = [];
  let hasPattern = false;
  const take = (option: string, value: string | undefined): void => {
    if (/^(-e|-f|--regexp|--file)$/.test(option)) hasPattern = true;
    values.push([option, value ?? ""]);
  };
  for (let index = 0; index < args.length; index++) {
    const arg = nth(args, index);
    if (arg === "--") {
      words.push(...args.slice(index + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") words.push(arg);
    else if (arg.startsWith("--")) {
      const [, option = arg, value] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? [];
      options.push(arg);
      if (value !== undefined) take(option, value);
      else if (long.includes(option.slice(2))) take(option, args[++index]);
    } else {
      options.push(arg);
      const letter = [...arg.slice(1)].findIndex((each) => short.includes(each));
      if (letter < 0) continue;
      const attached = arg.slice(letter + 2);
      take(`-${arg[letter + 1]}`, attached === "" ? args[++index] : attached);
    }
  }
  return { paths: hasPattern ? words : words.slice(1), options, values };
}
