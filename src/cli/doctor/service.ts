/** The service, as clients reach it. */
import { certificateError } from "../../base/errors.js";
import { type Finding, fail, ok, warn } from "./finding.js";

const PATIENCE = 4000;

/** Asks the service at a URL for its health. `version`: that of this program, which it should have. */
export async function checkService(url: string, version: string): Promise<Finding[]> {
  let health: Response;
  try {
    health = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    const problem = certificateError(error, url);
    if (problem) return [fail("service", problem.message, problem.suggestions.join(" "))];
    return [
      warn("service", `Nothing answers at ${url}.`, "Start it with codeindex serve, or say where it is with --url."),
    ];
  }
  const about = (await bodyOf(health)) as { status?: string; version?: string };
  if (about.status !== "ok" || typeof about.version !== "string")
    return [
      fail(
        "service",
        `Another program than codeindex answers at ${url} (status ${health.status}).`,
        "Choose another port with --port.",
      ),
    ];
  const findings =
    about.version === version
      ? [ok("service", `${url}, version ${version}`)]
      : [
          warn(
            "service",
            `${url} is version ${about.version}, this is ${version}.`,
            "Start it again with this version.",
          ),
        ];
  return [...findings, await checkReady(url)];
}

async function checkReady(url: string): Promise<Finding> {
  try {
    const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(PATIENCE) });
    const {
      ready,
      degraded,
      down = [],
    } = (await bodyOf(response)) as {
      ready?: boolean;
      degraded?: boolean;
      down?: string[];
    };
    if (ready && !degraded) return ok("ready", "everything that it depends on answers");
    return warn(
      "ready",
      `It ${ready ? "answers, but not all is there" : "is not"}: ${down.join(", ") || "changes of a project are missing"}.`,
      `${url}/ready says what to do.`,
    );
  } catch {
    return warn("ready", "It does not say within 4 s.", "Look at its log.");
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => ({}));
}
