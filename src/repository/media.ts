/** The MIME types of files that clients can show. */
import { detectBinary } from "./decode.js";

/** By extension, for formats whose content does not begin with a mark of its own. */
const TYPES: Record<string, string> = {
  mp3: "audio/mpeg",
  aac: "audio/aac",
  svg: "image/svg+xml",
  avif: "image/avif",
  m4a: "audio/mp4",
};

/** The MIME type of an image or audio file, by its content and, where that does not say, its extension; null for anything else. */
export function mediaType(path: string, bytes: Uint8Array): string | null {
  const detected = detectBinary(bytes);
  if (detected?.startsWith("image/") || detected?.startsWith("audio/")) return detected;
  const named = TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? null;
  // A text called .mp3 is not a sound, and the only image that is text is SVG. AVIF and M4A are containers of the MP4 family.
  const isContainer = detected === "application/octet-stream" || detected === "video/mp4";
  return named === "image/svg+xml" ? (detected === null ? named : null) : isContainer ? named : null;
}

/** Kinds of text that clients show in a way of their own, by extension. */
const TEXT_TYPES: Record<string, string> = {
  css: "text/css",
  csv: "text/csv",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  svg: "image/svg+xml",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** The MIME type of a text file, by its extension. */
export function textTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return TEXT_TYPES[extension] ?? "text/plain";
}
