/**
 * Runs git against servers that we do not trust: without a shell, without a prompt, and without the machine's own configuration and hooks. Our credentials
 * stand in git's environment only, for the one host that they are meant for.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config/config.js";
import { addressesOf, isLocalAddress, pinned } from "./hosts.js";

export type GitSettings = Pick<
  Config,
  | "clonesDir"
  | "gitProtocols"
  | "gitLocalHosts"
  | "gitCredentials"
  | "gitCredentialsFile"
  | "gitSshKeyFile"
  | "gitKnownHostsFile"
>;

/** Why git failed, in words for users: no URL, path or output of git. */
export class GitProblem extends Error {
  constructor(
    message: string,
    /** Whether the clone itself may be broken: a new one may help. */
    readonly isLocal: boolean,
    /** Output of git, for the log. */
    readonly output: string,
  ) {
    super(message);
  }
}

/** The longest that one command may take. */
const TIMEOUT_MS = 30 * 60_000;
const LARGEST_OUTPUT = 4_000_000;
/** Variables of our environment that git gets: those to run and to find the network, and none that has it log the data it sends. */
const PASSED = /^(PATH|HOME|TMPDIR|SSH_AUTH_SOCK|SSL_CERT_(FILE|DIR)|(https?|all|no)_proxy|SystemRoot|TEMP|TMP)$/i;

/** Runs git with these arguments about the repository at `url`; gives its standard output. Throws GitProblem, or what `signal` was aborted with. */
export async function runGit(
  settings: GitSettings,
  url: string,
  args: readonly string[],
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  const env = await gitEnvironment(
    settings,
    url,
    args.some((each) => NETWORK.has(each)) ? await hold(settings, url) : [],
  );
  return new Promise((resolve, reject) => {
    const options = { cwd, env, signal, timeout: TIMEOUT_MS, maxBuffer: LARGEST_OUTPUT, windowsHide: true };
    execFile("git", [...args], options, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else if (signal.aborted) reject(signal.reason);
      else reject(problemOf(error, stderr));
    });
  });
}

/** Commands of git that speak to the server. */
const NETWORK = new Set(["clone", "fetch", "ls-remote"]);

/** The settings that hold git to the server's addresses. Throws GitProblem where one of them is this machine's own or link-local, and that is not allowed. */
async function hold({ gitLocalHosts }: GitSettings, url: string): Promise<[name: string, value: string][]> {
  if (gitLocalHosts || new URL(url).protocol === "file:") return [];
  const addresses = await addressesOf(url);
  if (addresses.some(isLocalAddress))
    throw new GitProblem(
      "Its server is at an address of this machine or link-local, and such are not cloned from (CODEINDEX_GIT_LOCAL_HOSTS).",
      false,
      "",
    );
  // A proxy may know names that we do not; without one git would ask again, and might be told something else.
  const hasProxy = Object.keys(process.env).some((name) => /^(https?|all)_proxy$/i.test(name));
  if (addresses.length === 0 && !hasProxy)
    throw new GitProblem("The server does not answer.", false, "its name is not known");
  return pinned(url, addresses);
}

async function gitEnvironment(
  settings: GitSettings,
  url: string,
  held: [name: string, value: string][],
): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(process.env).filter(([name]) => PASSED.test(name));
  const configuration: [name: string, value: string][] = [
    ["core.hooksPath", devNull],
    ["core.fsmonitor", "false"],
    ["credential.helper", ""],
    ["gc.autoDetach", "false"],
    ["http.lowSpeedLimit", "1000"],
    ["http.lowSpeedTime", "60"],
    ...held,
  ];
  const authorization = credentialsFor(url, await readCredentials(settings));
  if (authorization)
    configuration.push(
      [`http.${new URL(url).origin}/.extraHeader`, `Authorization: ${authorization}`],
      // git would send the header wherever a redirect leads.
      ["http.followRedirects", "false"],
    );
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: settings.gitProtocols.join(":"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_SSH_COMMAND: sshCommand(settings),
    GIT_CONFIG_COUNT: String(configuration.length),
    ...Object.fromEntries(
      configuration.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

async function readCredentials({ gitCredentials, gitCredentialsFile }: GitSettings): Promise<string[]> {
  let fromFile = "";
  try {
    if (gitCredentialsFile !== null) fromFile = await readFile(gitCredentialsFile, "utf8");
  } catch {
    throw new GitProblem("The file of CODEINDEX_GIT_CREDENTIALS_FILE cannot be read.", false, "");
  }
  return `${gitCredentials ?? ""}\n${fromFile}`.split(/\s+/).filter((entry) => entry !== "");
}

/** The value of the Authorization header for an https URL: of the first entry with its host, and path where the entry has one. */
export function credentialsFor(url: string, entries: readonly string[]): string | null {
  const wanted = new URL(url);
  if (wanted.protocol !== "https:") return null;
  for (const entry of entries) {
    if (!URL.canParse(entry)) continue;
    const { protocol, host, pathname, username, password } = new URL(entry);
    const isMeant = pathname === "/" || `${wanted.pathname}/`.startsWith(`${pathname.replace(/\/$/, "")}/`);
    if (protocol !== "https:" || host !== wanted.host || !isMeant || username === "") continue;
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString("base64")}`;
  }
  return null;
}

/** git gives this one to a shell: what is ours to choose stands in quotes. */
function sshCommand({ gitSshKeyFile, gitKnownHostsFile, clonesDir }: GitSettings): string {
  const options = ["BatchMode=yes", "ConnectTimeout=20", "ServerAliveInterval=15"];
  options.push(`UserKnownHostsFile=${gitKnownHostsFile ?? join(clonesDir, ".known_hosts")}`);
  options.push(`StrictHostKeyChecking=${gitKnownHostsFile === null ? "accept-new" : "yes"}`);
  if (gitSshKeyFile !== null) options.push("IdentitiesOnly=yes", `IdentityFile=${gitSshKeyFile}`);
  return ["ssh", ...options.map((option) => `-o ${quoted(option)}`)].join(" ");
}

/** ssh itself splits at spaces outside double quotes. */
const quoted = (option: string) => `'${option.replace(/=(.*\s.*)$/, '="$1"').replaceAll("'", "'\\''")}'`;

/** The problem of a disk without room for a clone. */
export const CLONES_DISK_FULL = "The disk of the clones is full: make room there, and the fetch is tried again.";

const PROBLEMS: [said: RegExp, problem: string][] = [
  [/No space left on device|Disk quota exceeded/, CLONES_DISK_FULL],
  [/transport '.*' not allowed/, "Its protocol is not allowed (CODEINDEX_GIT_PROTOCOLS)."],
  [
    /Host key verification failed/,
    "The server's ssh key is not the one that is known (CODEINDEX_GIT_KNOWN_HOSTS_FILE).",
  ],
  [
    /Authentication failed|could not read (Username|Password)|Permission denied \(|error: 40[13]/,
    "The server does not let us in: see CODEINDEX_GIT_CREDENTIALS_FILE and CODEINDEX_GIT_SSH_KEY_FILE.",
  ],
  [/Remote branch .* not found|couldn't find remote ref/, "The repository has no such branch."],
  [/error: 30[12378]/, "The server says that it is at another address: give that one as its URL."],
  [
    /[Rr]epository .*not found|not appear to be a git repository|error: 404|repository '.*' does not exist/,
    "There is no such repository, or we may not see it.",
  ],
  [
    /Could not resolve host|Failed to connect|Connection (refused|timed out|reset|closed)|unable to access|Could not read from remote|early EOF|RPC failed|hung up/,
    "The server does not answer.",
  ],
];

function problemOf(error: Error & { code?: unknown; killed?: boolean }, stderr: string): GitProblem {
  const output = stderr.trim().slice(-2000);
  if (error.code === "ENOENT")
    return new GitProblem("git is not installed, or the folder of the clones is gone.", false, output);
  if (error.killed) return new GitProblem("The fetch took too long.", false, output);
  const known = PROBLEMS.find(([said]) => said.test(stderr));
  if (known) return new GitProblem(known[1], false, output);
  return new GitProblem("git failed; the log of the process that fetches says how.", true, output);
}
