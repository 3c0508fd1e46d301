/** `mcp-config`: prints what belongs into a client's file, writes it there, or takes it out again. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, type Entry, type Machine, TOKEN } from "../clients/client.js";
import { type Choice, configText, entryFor, needsToken } from "../clients/config.js";
import { CLIENT_NAMES, clientOf } from "../clients/index.js";
import { merge } from "../clients/merge.js";
import { UnreadableFile } from "../clients/merged-entry.js";
import { changeFile, type Written } from "../clients/write.js";
import { CodeindexError, invalidParameter } from "../errors.js";
import { checkProfile } from "./mcp.js";
import { repositoryOf } from "./repository-of.js";
import { askService, clientUrl, serviceUrl } from "./service.js";

export interface ConfigFlags {
  client?: string[];
  url?: string;
  project?: string;
  auto?: boolean;
  stdio?: boolean;
  toolsets?: string;
  profile?: string;
  /** undefined: as the service's URL suggests. */
  token?: boolean;
  scope?: string;
  write?: boolean;
  remove?: boolean;
}

const BIN = fileURLToPath(new URL("../../bin/codeindex.js", import.meta.url));
/** What decides where the program finds the service of this machine. Clients may start it without our environment. */
const CARRIED = ["CODEINDEX_PORT", "CODEINDEX_DATA_DIR", "XDG_DATA_HOME", "NODE_EXTRA_CA_CERTS"];
const MODE = { user: 0o600, project: 0o644 };

type Scope = "user" | "project";

/** Does what the flags say, for each client that they name. Throws `invalid_parameter`, or `configuration` where a file cannot be changed. */
export async function configureClients(flags: ConfigFlags): Promise<void> {
  const clients = chosenClients(flags.client);
  const scope = chosenScope(flags);
  const changes = flags.write || flags.remove;
  if (flags.write && flags.remove) throw invalidParameter("--remove", "is instead of --write");
  if (changes && flags.client === undefined) throw invalidParameter("--client", "say whose file is meant");
  const choice = flags.remove ? null : await choiceOf(flags);
  const machine: Machine = { platform: process.platform, home: homedir(), env: process.env };
  for (const client of clients) {
    const entry = choice && entryFor(client, choice);
    if (changes) console.log(changed(client, entry, fileOf(client, scope, machine), scope));
    else print(client, entry!, machine, clients.length === 1 && !process.stdout.isTTY);
  }
}

function chosenClients(names: string[] | undefined): Client[] {
  return (names ?? CLIENT_NAMES).map((given) => {
    const name = CLIENT_NAMES.find((each) => each === given);
    if (!name) throw invalidParameter("--client", `must be one of ${CLIENT_NAMES.join(", ")}`);
    return clientOf(name);
  });
}

function chosenScope({ scope, project }: ConfigFlags): Scope | undefined {
  if (scope === undefined) return project === undefined ? undefined : "project";
  if (scope !== "user" && scope !== "project") throw invalidParameter("--scope", "must be user or project");
  return scope;
}

async function choiceOf(flags: ConfigFlags): Promise<Choice> {
  const { url, project, auto, stdio, toolsets, profile } = flags;
  checkProfile(profile);
  if (project !== undefined && auto) throw invalidParameter("--auto", "is instead of --project");
  const base = clientUrl(url);
  const namesUrl = url !== undefined || Boolean(process.env.CODEINDEX_API_BASE);
  return {
    base,
    toolsets,
    profile,
    project: auto && !stdio ? await projectHere(serviceUrl(url)) : project,
    hasToken: flags.token ?? (stdio && !namesUrl ? false : needsToken(base, process.env)),
    program: [process.execPath, BIN],
    ...(stdio && {
      stdio: {
        namesUrl,
        isAuto: project === undefined,
        repository: repositoryOf(process.cwd()),
        env: Object.fromEntries(
          CARRIED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])) as [string, string][],
        ),
      },
    }),
  };
}

/** The project of the current folder, as the service has it. */
async function projectHere(base: string): Promise<string> {
  const token = process.env[TOKEN];
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const { project_id } = await askService<{ project_id: string | null }>(
    base,
    "POST",
    "/folders",
    { path: process.cwd() },
    headers,
  );
  if (project_id !== null) return project_id;
  throw new CodeindexError("project_not_found", "--auto: the current folder belongs to no project of the service.");
}

/** The file of a scope; that of the user where none was asked for. */
function fileOf(client: Client, scope: Scope | undefined, machine: Machine): string {
  if (scope !== "project") return client.userFile(machine);
  if (client.projectFile === undefined)
    throw invalidParameter("--scope", `${client.title} has no file of a project; its only one is the user's`);
  return join(repositoryOf(process.cwd()) ?? resolve("."), client.projectFile);
}

function changed(client: Client, entry: Entry | null, file: string, scope: Scope | undefined): string {
  const written = change(client, entry, file, scope);
  if (written.state === "unchanged") return `${client.title}: ${file} is as it shall be.`;
  const before = written.state === "changed" ? ` What it said before is in ${written.backup}.` : "";
  return `${client.title}: ${file} is ${written.state}.${before} Restart ${client.title}, or reload its MCP servers.`;
}

function change(client: Client, entry: Entry | null, file: string, scope: Scope | undefined): Written {
  const byHand = entry
    ? [`Put this into it yourself:\n${configText(client, entry)}`]
    : ["Take codeindex out of it yourself."];
  try {
    const edit = (text: string) => (entry === null && text === "" ? null : merge(client, text, entry));
    return changeFile(file, edit, MODE[scope ?? "user"]);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!(error instanceof UnreadableFile) && syscall === undefined) throw error;
    const why = error instanceof UnreadableFile ? error.message : `it cannot be written (${code})`;
    throw new CodeindexError("configuration", `${file} was not changed: ${why}.`, {}, byHand);
  }
}

/** Where it goes is for people; what is printed for one client into a file or a pipe is the configuration alone. */
function print(client: Client, entry: Entry, machine: Machine, isAlone: boolean): void {
  const { title, projectFile, hint } = client;
  const files = [projectFile, client.userFile(machine)].filter((file) => file !== undefined);
  if (!isAlone) console.log(`# ${title}: ${files.join(" or ")}${hint ? `\n# ${hint}` : ""}`);
  console.log(configText(client, entry));
  if (!isAlone) console.log();
}
