/**
 * `npm run package`: makes the package for the registry in dist/package, and packs it to dist/codeindex-VERSION.tgz.
 *
 * The package carries tree-sitter and the grammars inside, their prebuilt binaries without sources and without install scripts. So it installs without
 * a compiler, and asks no host but the registry. As ordinary dependencies the grammars would ask for different versions of tree-sitter, and some for a
 * compiler of grammars that downloads a program from GitHub. Our `overrides` prevent both, but npm heeds them only here, not where we are a dependency.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, "dist", "package");

/** Our own files that a run needs: programs are bundled (bundle.js), so no other compiled file is among them. */
const OWN = [
  "bin",
  "dist/bundle",
  "dist/web",
  "migrations",
  "models",
  "codeindex.config.schema.json",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
];
const CARRIED = /tree-sitter/;
/** Files of a carried package that a run needs: binaries, what loads them, the kinds of nodes, and its licence. */
const KEPT =
  /^(?:package\.json|LICENSE[^/]*|index\.js|bindings\/node\/index\.js|prebuilds\/.*|(?:[a-z]+\/)?src\/node-types\.json)$/;

const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const carried = Object.keys(own.dependencies).filter((name) => CARRIED.test(name));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const path of OWN) cpSync(join(root, path), join(target, path), { recursive: true });
const template = readdirSync(join(root, "dist")).find((name) => /^template-.*\.gz$/.test(name));
if (!template || !existsSync(join(root, "dist/bundle/cli.js"))) throw new Error("run `npm run build` first");
cpSync(join(root, "dist", template), join(target, "dist", template));
for (const name of carried) carry(name);
// The grammars load their binaries by it.
cpSync(join(root, "node_modules/node-gyp-build"), join(target, "node_modules/node-gyp-build"), { recursive: true });
withoutScripts("node-gyp-build");

const {
  private: _private,
  devDependencies: _dev,
  scripts: _scripts,
  overrides: _overrides,
  files: _files,
  ...published
} = own;
writeJson(join(target, "package.json"), {
  ...published,
  files: [...new Set(OWN.map((path) => path.split("/")[0]))],
  dependencies: { ...own.dependencies, "node-gyp-build": lock.packages["node_modules/node-gyp-build"].version },
  bundleDependencies: [...carried, "node-gyp-build"],
});
// npm has a folder of a project above this one in mind otherwise.
const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", join(root, "dist")], {
  cwd: target,
  encoding: "utf8",
  shell: process.platform === "win32",
});
console.log(join("dist", packed.trim()));

/** Copies what runs needs of a package. */
function carry(name) {
  const from = join(root, "node_modules", name);
  for (const path of readdirSync(from, { recursive: true }))
    if (KEPT.test(path.replaceAll("\\", "/")) && !path.startsWith("node_modules"))
      cpSync(join(from, path), join(target, "node_modules", name, path), { recursive: true });
  withoutScripts(name);
}

/** Its manifest asks for nothing more: the binaries are there, and so is what loads them. */
function withoutScripts(name) {
  const path = join(target, "node_modules", name, "package.json");
  const { scripts, dependencies, devDependencies, peerDependencies, peerDependenciesMeta, files, ...rest } = JSON.parse(
    readFileSync(path, "utf8"),
  );
  writeJson(path, { ...rest, ...(dependencies && { dependencies: { "node-gyp-build": "*" } }) });
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
