/**
 * Git URLs: which are allowed, and when two mean the same repository.
 *
 * `URL` takes them apart; this file says what is refused. (git-url-parse reads as much as it can of any text, and what it accepts git may take for an option
 * or a command.)
 */
import { invalidParameter } from "../../base/errors.js";
import { decodedPercent } from "../../base/percent.js";
import type { GitProtocol } from "../../config/keys.js";

const LONGEST = 2000;
/** `git@example.com:team/app.git`, as ssh has it. */
const SCP_STYLE = /^([\w.-]+@)([\w.-]+):(?!\/\/)([^:]+)$/;

/**
 * The URL as it is kept and given to git. Throws `invalid_parameter` for what is not a git URL, holds a password, or is of a protocol that is not
 * allowed; the message does not repeat it, since it may hold a secret.
 */
export function normalizeGitUrl(given: string, protocols: readonly GitProtocol[]): string {
  const scp = SCP_STYLE.exec(given);
  const text = scp ? `ssh://${scp[1]}${scp[2]}/${scp[3]}` : given;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (text.length > LONGEST || /[\x00-\x20\x7f\\]/.test(text) || !URL.canParse(text))
    throw invalidParameter("url", "must be a git URL such as https://example.com/team/app.git");
  const url = new URL(text);
  const protocol = url.protocol.slice(0, -1);
  if (!protocols.some((allowed) => allowed === protocol))
    throw invalidParameter("url", `must begin with ${protocols.map((each) => `${each}://`).join(" or ")}`);
  if (url.password !== "" || (url.username !== "" && protocol !== "ssh"))
    throw invalidParameter(
      "url",
      "must hold no name or password: put them into the file of CODEINDEX_GIT_CREDENTIALS_FILE",
    );
  const isPlain = /^[\w.~%+-]+$/;
  const hasHost = protocol === "file" ? url.host === "" : /^[a-z0-9[]/i.test(url.hostname);
  if (!hasHost || url.search !== "" || url.hash !== "" || (url.username !== "" && !/^\w[\w.-]*$/.test(url.username)))
    throw invalidParameter("url", "must be a host and a path, with nothing behind it");
  const parts = url.pathname.split("/").filter((part) => part !== "");
  if (parts.length === 0 || !parts.every((part) => isPlain.test(part) && !part.startsWith("-")))
    throw invalidParameter("url", "must have a path to a repository");
  return `${url.protocol}//${url.username === "" ? "" : `${url.username}@`}${url.host}/${parts.join("/")}`;
}

/** The last part of a URL's path, without `.git`. */
export function nameOfGitUrl(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1)!;
  return decodedPercent(last).replace(/\.git$/i, "") || "repository";
}

/** The key of a repository, the same for all its URLs: host and path. undefined: it is not a URL. */
export function repositoryKey(url: string): string | undefined {
  const scp = SCP_STYLE.exec(url);
  const text = scp ? `ssh://${scp[2]}/${scp[3]}` : url;
  if (!URL.canParse(text)) return undefined;
  const { hostname, pathname } = new URL(text);
  const path = decodedPercent(pathname)
    .replace(/\/+$/, "")
    .replace(/\.git$/i, "")
    .toLowerCase();
  return `${hostname.toLowerCase()}${path}`;
}
