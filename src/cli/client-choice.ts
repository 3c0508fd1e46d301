/** The service that a client's files should name, and how, according to flags. */
import { fileURLToPath } from "node:url";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { packageFile } from "../base/package.js";
import { TOKEN } from "../mcp/clients/client.js";
import { type Choice, needsToken } from "../mcp/clients/config.js";
import { CLIENT_NAMES, type ClientName } from "../mcp/clients/index.js";
import { checkProfile } from "./mcp.js";
import { repositoryOf } from "./repository-of.js";
import { askService, clientUrl, serviceUrl } from "./service.js";

export interface ChoiceFlags {
  url?: string;
  project?: string;
  auto?: boolean;
  stdio?: boolean;
  toolsets?: string;
  profile?: string;
  /** Undefined: derived from the service's URL. */
  token?: boolean;
}

const BIN = fileURLToPath(packageFile("bin/codeindex.js"));
/** The command by which clients start this program. */
export const PROGRAM = [process.execPath, BIN] as const;
/** Variables by which the program finds the service of this machine. Clients may start it without our environment. */
const CARRIED = ["CODEINDEX_PORT", "CODEINDEX_DATA_DIR", "XDG_DATA_HOME", "NODE_EXTRA_CA_CERTS"];

/** Makes the choice from the flags. Throws `invalid_parameter`, or the service's error where it must be called. */
export async function choiceOf(flags: ChoiceFlags): Promise<Choice> {
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
    program: PROGRAM,
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

/** The clients of these names. Throws `invalid_parameter`. */
export function clientNames(given: readonly string[]): ClientName[] {
  return given.map((name) => {
    const known = CLIENT_NAMES.find((each) => each === name);
    if (!known) throw invalidParameter("--client", `must be one of ${CLIENT_NAMES.join(", ")}`);
    return known;
  });
}

/** The id of the current folder's project in the service. */
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
