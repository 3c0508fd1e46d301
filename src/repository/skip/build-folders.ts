/** Folders that hold no code of the project: libraries, caches and build output, told by their names, or by their names and the project file beside them. */

/** Folders of libraries and of other version control: left out even where git tracks them. */
export const LIBRARY_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".yarn",
  ".hg",
  ".svn",
  ".jj",
]);

/** Names that say enough, wherever the folder stands. */
const BY_NAME: ReadonlySet<string> = new Set([
  ...LIBRARY_FOLDERS,
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".turbo",
  ".parcel-cache",
  ".nyc_output",
  ".vs",
  ".venv",
  "venv",
  "site-packages",
  "__pycache__",
  "__pypackages__",
  ".tox",
  ".nox",
  ".eggs",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".gradle",
  ".build",
  ".swiftpm",
  "DerivedData",
  ".dart_tool",
  ".terraform",
  ".bundle",
  ".stack-work",
  "dist-newstyle",
  ".elixir_ls",
  ".zig-cache",
  "zig-cache",
]);

const CMAKE = /^cmake-build-/;

/** Names that say enough beside a file of this name. A folder called `target` may be anything; beside Cargo.toml it is what Cargo builds. */
const BESIDE: readonly { folder: RegExp; project: RegExp; holds: string }[] = [
  { folder: /^(?:bin|obj)$/i, project: /\.(?:cs|vb|fs)proj$/i, holds: "build output" },
  { folder: /^target$/, project: /^(?:cargo\.toml|pom\.xml|build\.sbt|project\.clj)$/i, holds: "build output" },
  {
    folder: /^build$/,
    project:
      /^(?:(?:build|settings)\.gradle(?:\.kts)?|cmakelists\.txt|meson\.build|pubspec\.yaml|setup\.py|pyproject\.toml)$/i,
    holds: "build output",
  },
  { folder: /^_build$/, project: /^(?:mix\.exs|rebar\.config|dune-project)$/i, holds: "build output" },
  { folder: /^bazel-/, project: /^(?:workspace(?:\.bazel)?|module\.bazel)$/i, holds: "build output" },
  { folder: /^deps$/, project: /^mix\.exs$/i, holds: "libraries" },
  { folder: /^vendor$/, project: /^(?:go\.mod|composer\.json|gemfile)$/i, holds: "libraries" },
  { folder: /^Pods$/, project: /^podfile$/i, holds: "libraries" },
  { folder: /^Carthage$/, project: /^cartfile$/i, holds: "libraries" },
];

/** Whether a file makes folders beside it build output or libraries. */
export function isProjectFile(name: string): boolean {
  return BESIDE.some(({ project }) => project.test(name));
}

/** Why a folder is left out by default: `beside` are the project files that it stands beside. null: it is taken in. */
export function buildFolder(name: string, beside: readonly string[]): string | null {
  if (BY_NAME.has(name) || CMAKE.test(name)) return `${name}/ (default)`;
  if (beside.length === 0) return null;
  for (const { folder, project, holds } of BESIDE) {
    const found = folder.test(name) ? beside.find((each) => project.test(each)) : undefined;
    if (found !== undefined) return `${name}/ beside ${found} (${holds})`;
  }
  return null;
}
