/** A path of a project: a file to show, a folder, or something that cannot be shown, with its reason. */
import { type Answer, ApiError, ask, callTool, ofProject, type WholeFile } from "../api.js";

export type Shown =
  | { kind: "file"; file: WholeFile; lines: string[] }
  | { kind: "folder"; folder: Answer<"list_directory"> }
  | { kind: "absent"; error: ApiError; reason: Answer<"explain_path"> | null };

/** Reads it, at a branch, tag or commit where one is given. Throws ApiError for what says nothing about the path, such as a service that is away. */
export async function readPlace(
  project: string,
  path: string,
  ref: string | undefined,
  signal: AbortSignal,
): Promise<Shown> {
  const folder = async (): Promise<Shown> => ({
    kind: "folder",
    folder: await callTool("list_directory", { path, limit: 5000 }, { project, signal }),
  });
  if (path === "") return folder();
  try {
    const file = await ask<WholeFile>("GET", ofProject(project, "file", { path, ref }), { signal });
    return { kind: "file", file, lines: file.content.split("\n") };
  } catch (error) {
    if (!(error instanceof ApiError) || !ABOUT_PATH.has(error.code)) throw error;
    // The index knows the project as it is now.
    if (ref !== undefined) return { kind: "absent", error, reason: null };
    // A path of a replica that sees no folders may be one all the same.
    if (error.code === "invalid_parameter" || error.code === "not_found") {
      const found = await folder().catch(() => null);
      if (found) return found;
    }
    const reason = await callTool("explain_path", { path }, { project, signal }).catch(() => null);
    return { kind: "absent", error, reason };
  }
}

const ABOUT_PATH: ReadonlySet<ApiError["code"]> = new Set([
  "invalid_parameter",
  "not_found",
  "binary_file",
  "too_large",
  "path_escape",
  "forbidden",
]);
