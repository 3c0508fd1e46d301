/** `project add|list|remove`: the registry of a running service. */
import { isAbsolute, resolve } from "node:path";
import type { Command } from "commander";
import { askService, serviceUrl } from "./service.js";

/** A project as the service returns it. */
interface Described {
  project_id: string;
  name: string;
  url: string | null;
  path: string | null;
  state: string;
  files: number;
  fetch_problem: string | null;
}

interface AddFlags {
  name?: string;
  branch?: string;
  include?: string[];
  exclude?: string[];
  language?: string[];
}

interface CommonFlags {
  url?: string;
  json?: boolean;
}

/** Adds the command with its three subcommands. */
export function addProjectCommands(program: Command): void {
  const project = program
    .command("project")
    .summary("add, list and remove projects")
    .description("Adds, lists and removes the projects of a running service.");
  withCommonOptions(project.command("add"))
    .summary("add a folder below the service's root, or a git URL")
    .description(
      "Registers a folder below the service's root (as the service sees it, absolute or relative to the root; ./folder is relative to where you stand) or a git URL, and has it indexed.",
    )
    .argument("<path-or-url>", "a folder, or a URL such as https://example.com/team/app.git")
    .option("--name <text>", "what to call it (default: the folder's name)")
    .option("--branch <name>", "the branch of a git URL (default: the remote's default branch)")
    .option("--include <glob...>", "the only paths to take in")
    .option("--exclude <glob...>", "paths to leave out")
    .option("--language <name...>", "leave out code of other languages")
    .action(async (given: string, flags: AddFlags & CommonFlags) => {
      const { name, branch, include, exclude, language } = flags;
      const settings = { branch, include, exclude, languages: language };
      const added = await ask<Described>(flags, "POST", "/projects", { ...originOf(given), name, settings });
      print(
        flags,
        added,
        () => `${lineOf(added)}\nget_status shows how far its index is: codeindex status --project ${added.project_id}`,
      );
    });
  withCommonOptions(project.command("list"))
    .summary("list the projects")
    .description("Lists the projects, where they come from, and how their indexes are.")
    .action(async (flags: CommonFlags) => {
      const list = await ask<{ results: Described[] }>(flags, "GET", "/projects");
      print(flags, list, () => list.results.map(lineOf).join("\n") || "There is no project yet.");
    });
  withCommonOptions(project.command("remove"))
    .summary("remove a project and its index")
    .description(
      "Removes a project at once; its data goes in the background. Folders are left alone, clones are deleted.",
    )
    .argument("<id>", "the project's id, as `project list` shows it")
    .action(async (id: string, flags: CommonFlags) => {
      const removed = await ask<object>(flags, "DELETE", `/projects/${encodeURIComponent(id)}`);
      print(flags, removed, () => `${id} is removed.`);
    });
}

function withCommonOptions(command: Command): Command {
  return command
    .option("--json", "print the answer as JSON")
    .option("--url <url>", "the service (default: CODEINDEX_API_BASE, or this machine)");
}

const ask = <T>({ url }: CommonFlags, method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> =>
  askService<T>(serviceUrl(url), method, path, body);

function print({ json }: CommonFlags, answer: object, words: () => string): void {
  console.log(json ? JSON.stringify(answer, null, 2) : words());
}

/** Parses a URL or a path. A path that begins with a dot is relative to the current folder, any other is the service's. */
function originOf(given: string): { url: string } | { path: string } {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(given) || /^[\w.-]+@[\w.-]+:/.test(given)) return { url: given };
  return { path: isAbsolute(given) || !given.startsWith(".") ? given : resolve(given) };
}

function lineOf({ project_id, name, url, path, state, files, fetch_problem }: Described): string {
  const parts = [`${project_id}${name === project_id ? "" : ` (${name})`}: ${state.replace("_", " ")}, ${files} files`];
  const from = url ?? path;
  if (from !== null) parts.push(from);
  if (fetch_problem !== null) parts.push(fetch_problem);
  return parts.join(", ");
}
