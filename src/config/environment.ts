/** Checks the names of environment variables: one that means nothing to codeindex stops the start, as an unknown key of the file does. */
import { CodeindexError } from "../errors.js";
import { CONFIG_KEYS } from "./keys.js";
import { nearestName } from "./nearest.js";
import { isAccepted, REFUSED_SETTINGS } from "./refused.js";

const PREFIX = "CODEINDEX_";

/** Variables with a meaning that are not settings of a service: of commands that ask one, and of docker-compose.yml, whose .env all containers get. */
const OTHER_VARIABLES = ["CODEINDEX_API_BASE", "CODEINDEX_TOKEN", "CODEINDEX_IMAGE", "CODEINDEX_USER"];
/** Variables of this repository's tests and benchmarks. */
const OF_TESTS = /^CODEINDEX_(TEST_\w+|CSHARP_LIBRARIES)$/;
/** Variables that Kubernetes and Docker give a container about a service whose name begins with `codeindex`. */
const OF_ORCHESTRATORS = /_SERVICE_HOST$|_SERVICE_PORT(_\w+)?$|_PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?$/;
const LINK = /^(tcp|udp):\/\//;

/** Throws `configuration` for a variable that is unknown, with the nearest name, or that is refused, with what to use instead. Empty ones are none. */
export function refuseUnknownVariables(env: NodeJS.ProcessEnv): void {
  const known = new Set([...Object.values(CONFIG_KEYS).map(({ environment }) => environment), ...OTHER_VARIABLES]);
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || !value || known.has(name)) continue;
    if (OF_TESTS.test(name) || OF_ORCHESTRATORS.test(name) || LINK.test(value)) continue;
    const refused = REFUSED_SETTINGS.find(({ environment }) => environment === name);
    if (refused && isAccepted(refused, value)) continue;
    if (refused) throw new CodeindexError("configuration", `${name}: is not a setting. ${refused.instead}`);
    const nearest = nearestName(
      name.slice(PREFIX.length),
      [...known].map((each) => each.replace(PREFIX, "")),
    );
    throw new CodeindexError(
      "configuration",
      `${name}: there is no such setting; did you mean ${known.has(nearest) ? nearest : PREFIX + nearest}?`,
      {},
      ["The README lists all settings. Unset the variable if it is not meant for codeindex."],
    );
  }
}
