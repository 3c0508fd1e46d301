/** The files of the page: what scripts/web.js made in dist/web/, read where a browser asks for it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RequestHandler, Router } from "express";
import { CodeindexError } from "../base/errors.js";
import { packageFile } from "../base/package.js";

/** As scripts/web.js writes it. */
export interface WebManifest {
  script: string;
  /** Chunks that the script imports at once. */
  preload: string[];
  /** Chunks that a page needs beside these, by the name of its file in web/pages/. */
  pages: Record<string, string[]>;
  style: string;
  files: string[];
}

const FOLDER = packageFile("dist/web/");
const FOREVER = "public, max-age=31536000, immutable";
const TYPES: Record<string, string> = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };
/** By preference. */
const ENCODINGS = { br: "br", gzip: "gz" } as const;

/** The manifest of the page; null where the page was not built. */
export function readWebManifest(): WebManifest | null {
  const manifest = new URL("manifest.json", FOLDER);
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")) as WebManifest) : null;
}

/** Serves the files of the manifest below /ui/assets/, compressed ahead. Their names hold hashes, so browsers keep them for good. */
export function webFiles(manifest: WebManifest | null): RequestHandler {
  const names = new Set(manifest?.files);
  const router = Router();
  router.get("/ui/assets/:name", (request, response) => {
    const { name } = request.params;
    if (!names.has(name))
      throw new CodeindexError("not_found", "The page has no file of this name.", {}, ["Load the page again."]);
    const encoding = request.acceptsEncodings(["br", "gzip"]);
    const isPlain = encoding !== "br" && encoding !== "gzip";
    if (!isPlain) response.set("Content-Encoding", encoding);
    response
      .vary("Accept-Encoding")
      .set({ "Content-Type": TYPES[name.slice(name.lastIndexOf(".") + 1)], "Cache-Control": FOREVER })
      .sendFile(isPlain ? name : `${name}.${ENCODINGS[encoding]}`, {
        root: fileURLToPath(FOLDER),
        cacheControl: false,
      });
  });
  return router;
}
