/** Paths and patterns of paths in project files. */
import { posix } from "node:path";
import { matchesParts, parseSegments } from "../../repository/glob.js";

/** A path or a pattern of paths. */
export interface Glob {
  /** The path, where it has no wildcards and starts where we know. */
  literal: string | null;
  matches(path: string): boolean;
}

/** What a list of paths in a project means; `projectFolder` is where they start, `fileFolder` where they are written. */
export function globsOf(list: string, projectFolder: string, fileFolder: string): Glob[] {
  return listOf(list).flatMap((written) => {
    const [, property = "", rest = ""] = /^(\$\((?:[^()]|\([^()]*\))*\))?\/?(.*)$/s.exec(
      written.replaceAll("\\", "/"),
    )!;
    if (rest.includes("$(") || rest.includes("@(")) return [];
    if (property === "" || /^\$\(MSBuild(?:ThisFile|Project)Directory\)$/.test(property)) {
      const path = posix.join(property.includes("ThisFile") ? fileFolder : projectFolder, rest);
      return path.startsWith("../") ? [] : [globOf(path, false)];
    }
    // `$(RepoRoot)src/Shared/*.cs`: a folder that only the build knows.
    const path = posix.join(rest).replace(/^(?:\.\.\/)+/, "");
    return /^[^*?]+\//.test(path) ? [globOf(path, true)] : [];
  });
}

/** `isAnywhere`: it starts in a folder that we do not know. */
function globOf(path: string, isAnywhere: boolean): Glob {
  if (!isAnywhere && !/[*?]/.test(path)) return { literal: path, matches: (other) => other === path };
  // Brackets are none of its wildcards.
  const segments = parseSegments(`${isAnywhere ? "**/" : ""}${path.replaceAll(/[[\\]/g, "\\$&")}`, true)!;
  const prefix = isAnywhere ? "" : path.slice(0, path.search(/[*?]/));
  return { literal: null, matches: (other) => other.startsWith(prefix) && matchesParts(segments, other.split("/")) };
}

export function listOf(text: string): string[] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}
