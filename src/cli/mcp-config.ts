/** `mcp-config`: prints the entry for a client's file; with --write and --remove it works as `install` for the named clients. */
import { invalidParameter } from "../base/errors.js";
import type { Client, ClientEntry, Machine } from "../mcp/clients/client.js";
import { configText, entryFor } from "../mcp/clients/config.js";
import { CLIENT_NAMES, clientOf } from "../mcp/clients/index.js";
import { type ChoiceFlags, choiceOf, clientNames } from "./client-choice.js";
import { changeClients, partsOf, thisMachine } from "./install.js";

export interface ConfigFlags extends ChoiceFlags {
  client?: string[];
  scope?: string;
  write?: boolean;
  remove?: boolean;
  only?: string;
  yes?: boolean;
}

/** Runs the command for each named client; returns the exit code. Throws `invalid_parameter`. */
export async function configureClients(flags: ConfigFlags): Promise<number> {
  const { client, write, remove, only, yes } = flags;
  const clients = clientNames(client ?? CLIENT_NAMES);
  const scope = chosenScope(flags);
  if (write && remove) throw invalidParameter("--remove", "is instead of --write");
  if (write || remove) {
    if (client === undefined) throw invalidParameter("--client", "say whose file is meant");
    const parts = partsOf(only);
    const withoutPlace = clients.map(clientOf).find(({ projectFile }) => !projectFile);
    if (scope === "project" && parts.includes("mcp") && withoutPlace)
      throw invalidParameter("--scope", `${withoutPlace.title} has no file of a project; its only one is the user's`);
    return changeClients({ clients, parts, scope, isYes: yes === true, choice: remove ? null : await choiceOf(flags) });
  }
  const choice = await choiceOf(flags);
  const machine = thisMachine();
  for (const each of clients.map(clientOf))
    print(each, entryFor(each, choice), machine, clients.length === 1 && !process.stdout.isTTY);
  return 0;
}

function chosenScope({ scope, project }: ConfigFlags): "user" | "project" {
  if (scope === undefined) return project === undefined ? "user" : "project";
  if (scope !== "user" && scope !== "project") throw invalidParameter("--scope", "must be user or project");
  return scope;
}

/** The place of the entry is printed for people only; a file or a pipe for one client gets the configuration alone. */
function print(client: Client, entry: ClientEntry, machine: Machine, isAlone: boolean): void {
  const { title, projectFile, hint } = client;
  const files = [projectFile, client.userFile(machine)].filter((file) => file !== undefined);
  if (!isAlone) console.log(`# ${title}: ${files.join(" or ")}${hint ? `\n# ${hint}` : ""}`);
  console.log(configText(client, entry));
  if (!isAlone) console.log();
}
