/**
 * Bundles the page (web/) into dist/web/: hashed files, each beside its compressed forms, and manifest.json, by which src/http/web-files.ts finds them.
 * A page is a chunk of its own, so that a library is loaded only where it is used. docs/web.md says more.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, watch } from "rolldown";

/** Bundles the page of the project at `root`, once. */
export async function bundleWeb(root) {
  rmSync(join(root, "dist/web"), { recursive: true, force: true });
  const { output } = await build(optionsFor(root));
  finish(root, output);
}

/** Bundles again whenever a source changes, until the process ends. */
export function bundleWebOnChange(root) {
  watch(optionsFor(root)).on("event", async (event) => {
    if (event.code === "ERROR") console.error(event.error);
    if (event.code === "BUNDLE_END") await bundleWeb(root);
  });
}

function optionsFor(root) {
  return {
    input: { app: join(root, "web/app.tsx") },
    cwd: root,
    platform: "browser",
    logLevel: "warn",
    tsconfig: false,
    transform: { jsx: { runtime: "automatic", importSource: "preact" }, target: "es2022" },
    output: {
      dir: join(root, "dist/web"),
      entryFileNames: "[name]-[hash].js",
      chunkFileNames: "[name]-[hash].js",
      minify: true,
    },
  };
}

/** Adds the stylesheet, the compressed forms and the manifest. */
function finish(root, output) {
  const folder = join(root, "dist/web");
  mkdirSync(folder, { recursive: true });
  const style = styleSheets(root)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n");
  const styleName = `app-${createHash("sha256").update(style).digest("base64url").slice(0, 8)}.css`;
  writeFileSync(join(folder, styleName), style);
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, BROTLI));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
  const entry = output.find(({ isEntry }) => isEntry);
  const manifest = {
    script: entry.fileName,
    preload: entry.imports,
    pages: chunksOfPages(output, entry),
    style: styleName,
    files: names,
  };
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The chunks of each page that the script does not have already, by the name of its file in web/pages/. */
function chunksOfPages(output, entry) {
  const chunks = new Map(output.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const withImports = (name, found) => {
    if (found.has(name)) return found;
    found.add(name);
    for (const next of chunks.get(name)?.imports ?? []) withImports(next, found);
    return found;
  };
  const known = withImports(entry.fileName, new Set());
  return Object.fromEntries(
    [...chunks.values()].flatMap(({ fileName, facadeModuleId }) => {
      const [, page] = /\/web\/pages\/([\w-]+)\.tsx$/.exec(facadeModuleId?.replaceAll("\\", "/") ?? "") ?? [];
      return page ? [[page, [...withImports(fileName, new Set())].filter((name) => !known.has(name))]] : [];
    }),
  );
}

/** The look that all pages share, and behind it that of single ones. */
function styleSheets(root) {
  const ofPages = readdirSync(join(root, "web/styles")).filter((name) => name.endsWith(".css"));
  return [join(root, "web/style.css"), ...ofPages.sort().map((name) => join(root, "web/styles", name))];
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
