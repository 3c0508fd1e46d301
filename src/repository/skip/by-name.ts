/** Files that are left out by their name alone: lock files, generated, minified, and what is not text by its extension. */
import { languageOf } from "../../languages/index.js";
import { nameOf } from "../../model/paths.js";
import type { Skip } from "../file-event.js";

const LOCK_FILES = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "cargo.lock",
  "poetry.lock",
  "pdm.lock",
  "uv.lock",
  "pipfile.lock",
  "composer.lock",
  "gemfile.lock",
  "podfile.lock",
  "mix.lock",
  "pubspec.lock",
  "flake.lock",
  "go.sum",
  "gradle.lockfile",
  "packages.lock.json",
  "project.assets.json",
  "paket.lock",
  ".terraform.lock.hcl",
  "package.resolved",
]);

const GENERATED_NAMES: [pattern: RegExp, detail: string][] = [
  [/\.g\.(i\.)?cs$/, "*.g.cs"],
  [/\.designer\.(cs|vb)$/, "*.designer.cs"],
  [/\.generated\.[^.]+$/, "*.generated.*"],
  [/\.pb\.[^.]+$/, "*.pb.*"],
  [/_pb2(_grpc)?\.pyi?$/, "*_pb2.py"],
  [/\.(freezed|gr|mocks)\.dart$/, "*.freezed.dart"],
  [/\.g\.dart$/, "*.g.dart"],
  [/^zz_generated[._][^/]*\.go$/, "zz_generated.*.go"],
  [/_pb\.(js|d\.ts|ts)$/, "*_pb.js"],
  [/\.(js|mjs|cjs|css|ts)\.map$/, "source map (*.map)"],
  [/\.tsbuildinfo$/, "*.tsbuildinfo"],
];

const MINIFIED_NAME = /[.-]min\.(js|mjs|cjs|css)$/;

/** Extensions of what is never text worth indexing. `.ts`, which is also video, is left to the content. */
const BINARY_EXTENSIONS = new Set(
  [
    "png jpg jpeg gif webp avif heic bmp ico icns tif tiff psd ai eps xcf sketch fig",
    "mp3 wav ogg flac m4a aac wma mp4 m4v mov avi mkv webm wmv flv",
    "pdf doc docx xls xlsx ppt pptx odt ods odp",
    "zip gz tgz bz2 xz zst 7z rar tar jar war ear nupkg snupkg whl egg deb rpm apk ipa dmg iso msi cab vsix",
    "exe dll so dylib a lib o obj pdb class pyc pyo wasm node elc beam",
    "ttf otf woff woff2 eot",
    "db sqlite sqlite3 mdb mdf ldf parquet avro npy npz pkl h5 onnx pt safetensors gguf tflite",
    "blend fbx glb stl 3ds swf",
  ].flatMap((line) => line.split(" ")),
);

/** Minified code beyond this size is a bundle of libraries: nobody imports names from it, and its tree takes 20 times its size. */
const LARGEST_MINIFIED = 200_000;

/** Whether a person wrote the file, by its name: generated, minified; null where it does not say. */
export function madeName(path: string): Skip | null {
  const name = nameOf(path).toLowerCase();
  const generated = GENERATED_NAMES.find(([pattern]) => pattern.test(name));
  if (generated) return { reason: "generated", detail: generated[1] };
  return MINIFIED_NAME.test(name) ? { reason: "minified", detail: "*.min.*" } : null;
}

/**
 * Whether a file that no person wrote (`made`) has nothing of use: text without a language would add its words alone. Code that no person wrote is
 * parsed, so that its declarations, imports and exports are known.
 */
export function isOfNoUse(path: string, made: Skip, size: number | null): boolean {
  return languageOf(path) === null || (made.reason === "minified" && (size ?? 0) > LARGEST_MINIFIED);
}

/** Why a file is left out by its name and size, as what no person wrote; null where it is not. */
export function madeTooLarge(path: string, size: number | null): Skip | null {
  const made = madeName(path);
  return made && isOfNoUse(path, made, size) ? made : null;
}

/** Why a file is left out by its name, whatever is in it; null where it is not. */
export function skippedName(path: string): Skip | null {
  const name = nameOf(path).toLowerCase();
  if (LOCK_FILES.has(name) || name.endsWith(".lock.json")) return { reason: "lock_file", detail: nameOf(path) };
  const dot = name.lastIndexOf(".");
  // A name that starts with its only dot has no extension: `.node` is a folder's or a person's, not a library.
  if (dot > 0 && BINARY_EXTENSIONS.has(name.slice(dot + 1))) return { reason: "binary", detail: `*${name.slice(dot)}` };
  return null;
}
