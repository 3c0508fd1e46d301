/** Paths and patterns of paths in project files. */
import { posix } from "node:path";
import { present } from "../../base/need.js";
import { matchesParts, parseSegments } from "../../repository/glob.js";

/** A path or a pattern of paths. */
export interface Glob {
  /** The path; null for a pattern, or one that starts in an unknown folder. */
  literal: string | null;
  matches(path: string): boolean;
}

/** The paths of a list in a project. They start in `projectFolder` and are written in a file of `fileFolder`. */
export function globsOf(list: string, projectFolder: string, fileFolder: string): Glob[] {
  return listOf(list).flatMap((written) => {
    const slashed = written.replaceAll("\\", "/");
    const [, property = "", rest = ""] = present(/^(\$\((?:[^()]|\([^()]*\))*\))?\/?(.*)$/s.exec(slashed));
    if (rest.includes("$(") || rest.includes("@(")) return [];
    if (property === "" || /^\$\(MSBuild(?:ThisFile|Project)Directory\)$/.test(property)) {
      const path = posix.join(property.includes("ThisFile") ? fileFolder : projectFolder, rest);
      return path.startsWith("../") ? [] : [globOf(path, false)];
    }
    // A folder that only the build knows, as in `$(RepoRoot)src/Shared/*.cs`.
    const path = posix.join(rest).replace(/^(?:\.\.\/)+/, "");
    return /^[^*?]+\//.test(path) ? [globOf(path, true)] : [];
  });
}

/** The glob of a path or pattern. One with `isAnywhere` starts in an unknown folder. */
function globOf(path: string, isAnywhere: boolean): Glob {
  if (!isAnywhere && !/[*?]/.test(path)) return { literal: path, matches: (other) => other === path };
  // Brackets are not wildcards there.
  const pattern = `${isAnywhere ? "**/" : ""}${path.replaceAll(/[[\\]/g, "\\$&")}`;
  const segments = present(parseSegments(pattern, true));
  const prefix = isAnywhere ? "" : path.slice(0, path.search(/[*?]/));
  return { literal: null, matches: (other) => other.startsWith(prefix) && matchesParts(segments, other.split("/")) };
}

/** The parts of a list, as project files write it: separated by semicolons. */
export function listOf(text: string): string[] {
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The folder of a path; "" for the root. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}
