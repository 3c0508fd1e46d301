/**
 * Bundles what the compiler wrote: each program, and each thread of one, becomes dist/bundle/NAME.js, and what several of them import a file beside it.
 * They are there for the start: codeindex has over a thousand small modules, and each thread would find, read and compile hundreds of them one by one.
 */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { build, watch } from "rolldown";

/** Packages that start threads, load binaries, look for files beside their own code, or are there in a checkout alone. */
const UNBUNDLED = [
  /^@electric-sql\//,
  /^@opentelemetry\//,
  /^jsonc-parser/,
  /^pg-native/,
  /^pino/,
  /^piscina/,
  /^playwright-core/,
  /tree-sitter/,
];

/** By path in dist/, without the end. */
const PROGRAMS =
  /^(cli|cli\/hook|indexing\/(indexer-thread|parse-batch)|search\/text\/(parts-thread|text-worker)|store\/pglite\/pglite-worker|measure\/.*-child)\.js$/;

/** Bundles what is in `dist`, once. */
export async function bundle(dist) {
  await build(optionsFor(dist));
}

/** Bundles again whenever the compiler writes, until the process ends. */
export function bundleOnChange(dist) {
  watch(optionsFor(dist)).on("event", ({ code, error }) => {
    if (code === "ERROR") console.error(error);
  });
}

function optionsFor(dist) {
  const files = readdirSync(dist, { recursive: true }).filter((file) => PROGRAMS.test(file));
  return {
    input: Object.fromEntries(files.map((file) => [basename(file, ".js"), join(dist, file)])),
    platform: "node",
    external: UNBUNDLED,
    logLevel: "warn",
    output: {
      dir: join(dist, "bundle"),
      cleanDir: true,
      chunkFileNames: "[name]-[hash].js",
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    },
  };
}
