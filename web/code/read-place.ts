/** A path of a project: a file to show, a folder, or something that cannot be shown, with its reason. */
import type { LedgerAnswer } from "../../src/http/routes/ledger.js";
import type { RuleAnswer } from "../../src/http/routes/rule.js";
import { type Answer, ApiError, ask, callTool, ofProject, type WholeFile } from "../api.js";

export type Shown =
  | { kind: "file"; file: WholeFile; lines: string[] }
  | { kind: "folder"; folder: Answer<"list_directory">; leftOut: ReadonlyMap<string, string> }
  | { kind: "absent"; error: ApiError; reason: Answer<"explain_path"> | null; rule: RuleAnswer | null };

/**
 * Reads it as its address says, as a file or a folder; as the other where it is not that one. `ref`: the branch, tag or commit that a file is read
 * at. Throws ApiError for what says nothing about the path, such as a service that is away.
 */
export async function readPlace(
  project: string,
  path: string,
  { ref, isFolder }: { ref: string | undefined; isFolder: boolean },
  signal: AbortSignal,
): Promise<Shown> {
  const folder = async (): Promise<Shown> => {
    const [found, leftOut] = await Promise.all([
      callTool("list_directory", { path, limit: 5000 }, { project, signal }),
      readLeftOut(project, path, signal).catch(() => new Map<string, string>()),
    ]);
    return { kind: "folder", folder: found, leftOut };
  };
  if (path === "") return folder();
  if (isFolder && ref === undefined) {
    const found = await folder().catch(ifAboutPath);
    if (!(found instanceof ApiError)) return found;
  }
  try {
    const file = await ask<WholeFile>("GET", ofProject(project, "file", { path, ref }), { signal });
    return { kind: "file", file, lines: file.content.split("\n") };
  } catch (thrown) {
    const error = ifAboutPath(thrown);
    // The index knows the project as it is now.
    if (ref !== undefined) return { kind: "absent", error, reason: null, rule: null };
    // A path of a replica that sees no folders may be one all the same.
    if (!isFolder && (error.code === "invalid_parameter" || error.code === "not_found")) {
      const found = await folder().catch(() => null);
      if (found) return found;
    }
    const [reason, rule] = await Promise.all([
      callTool("explain_path", { path }, { project, signal }).catch(() => null),
      ask<RuleAnswer>("GET", ofProject(project, "rule", { path: isFolder ? `${path}/` : path }), { signal }).catch(
        () => null,
      ),
    ]);
    return { kind: "absent", error, reason, rule };
  }
}

/** The files of a folder that are not in the index, by name, and why. */
async function readLeftOut(project: string, path: string, signal: AbortSignal): Promise<Map<string, string>> {
  const folder = path.replace(/\/+$/, "");
  const listed = (status: "skipped" | "failed") =>
    ask<{ results: LedgerAnswer[] }>("GET", ofProject(project, "ledger", { folder, status, limit: 500 }), { signal });
  const lists = await Promise.all([listed("skipped"), listed("failed")]);
  return new Map(
    lists
      .flatMap(({ results }) => results)
      .map(({ path: full, reason }) => [
        full.slice(full.lastIndexOf("/") + 1),
        reason?.replaceAll("_", " ") ?? "it failed",
      ]),
  );
}

/** An error that is about the path. Throws any other. */
function ifAboutPath(error: unknown): ApiError {
  if (error instanceof ApiError && ABOUT_PATH.has(error.code)) return error;
  throw error;
}

const ABOUT_PATH: ReadonlySet<ApiError["code"]> = new Set([
  "invalid_parameter",
  "not_found",
  "binary_file",
  "too_large",
  "path_escape",
  "forbidden",
]);
