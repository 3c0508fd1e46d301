/** Makes the tsconfig.json for the compiler. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CHECKOUT } from "./corpus.js";

/**
 * The options of the repository's own tsconfig.json, if it has one, for all its files at once. Without `paths` in it, the packages of a workspace are
 * mapped by their names, as if they were installed.
 */
export function projectConfig(
  root: string,
  files: readonly string[],
  tsconfig: string | null,
  hasPaths: boolean,
): object {
  const paths = hasPaths ? {} : workspacePaths(root, files);
  return {
    ...(tsconfig ? { extends: tsconfig } : {}),
    compilerOptions: {
      target: "esnext",
      module: "preserve",
      moduleResolution: "bundler",
      jsx: "preserve",
      allowJs: true,
      checkJs: false,
      strict: true,
      experimentalDecorators: true,
      skipLibCheck: true,
      noEmit: true,
      composite: false,
      incremental: false,
      rootDir: "/",
      typeRoots: [join(CHECKOUT, "node_modules/@types")],
      types: ["node"],
      ...(Object.keys(paths).length > 0 ? { paths } : {}),
    },
    files: files.map((path) => join(root, path)),
    include: [],
    references: [],
  };
}

/** `name` and `name/*` of each package below the root: its sources, or else its folder. */
function workspacePaths(root: string, files: readonly string[]): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const folder of new Set(files.flatMap(foldersAbove))) {
    const manifest = join(root, folder, "package.json");
    if (!existsSync(manifest)) continue;
    const name = nameIn(readFileSync(manifest, "utf8"));
    if (name === null) continue;
    const path = join(root, folder);
    paths[name] ??= [join(path, "src/index"), path];
    paths[`${name}/*`] ??= [join(path, "src/*"), join(path, "*")];
  }
  return paths;
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [...foldersAbove(folder), folder];
}

function nameIn(manifest: string): string | null {
  try {
    const { name } = JSON.parse(manifest);
    return typeof name === "string" ? name : null;
  } catch {
    // Some are templates, not valid JSON.
    return null;
  }
}
