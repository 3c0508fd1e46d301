/** The languages that codeindex reads. A new one is a folder beside this file and a line in this list. */
import { nameOf } from "../model/paths.js";
import { csharp } from "./csharp/index.js";
import { go } from "./go/index.js";
import { java } from "./java/index.js";
import { javascript, jsx } from "./javascript/index.js";
import { kotlin } from "./kotlin/index.js";
import type { Language } from "./language.js";
import { python } from "./python/index.js";
import { cshtml, razor } from "./razor/index.js";
import { SHAPES_VERSION, shapes } from "./shape/index.js";
import { svelte } from "./svelte/index.js";
import { swift } from "./swift/index.js";
import { tsx, typescript } from "./typescript/index.js";
import { vue } from "./vue/index.js";

export { SHAPES_VERSION };

export const languages: readonly Language[] = [
  typescript,
  tsx,
  javascript,
  jsx,
  csharp,
  razor,
  cshtml,
  python,
  go,
  java,
  kotlin,
  swift,
  vue,
  svelte,
];

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((end) => [end, language] as const)),
);

const byName = new Map(languages.map((language) => [language.name, language]));

/** The language of a name, as the database has it: that of the grammar, or of the family; null for any other name. */
export function languageNamed(name: string): Language | null {
  return byName.get(name) ?? null;
}

const shapesByExtension = new Map(
  shapes.flatMap(({ language }) => language.extensions.map((end) => [end, language] as const)),
);
/** The extensions of languages whose declarations are read by their shape, with their dots. */
export const SHAPE_EXTENSIONS: readonly string[] = [...shapesByExtension.keys()];
const shapesByFileName = new Map(
  shapes.flatMap(({ language, fileNames }) => fileNames.map((name) => [name, language] as const)),
);
const shapesByName = new Map(shapes.map(({ language }) => [language.name, language]));
const shapeFamilies = new Set(shapes.map(({ language }) => language.family));

/** The families of the languages, as users filter by them. */
export const LANGUAGE_FAMILIES: readonly string[] = [...new Set(languages.map(({ family }) => family))];

/** The language of a file by its extension, in upper or lower case; null for files without a grammar. */
export function languageOf(path: string): Language | null {
  return byExtension.get(extensionOf(path)) ?? null;
}

/** The same, and of files without a grammar the language whose declarations are read by their shape; null for files that are only searched as text. */
export function codeLanguageOf(path: string): Language | null {
  const extension = extensionOf(path);
  const own = byExtension.get(extension) ?? shapesByExtension.get(extension);
  return own ?? shapesByFileName.get(nameOf(path).toLowerCase()) ?? null;
}

/** The languages, as the database names them, whose code may mean a symbol of `name` where it is known by its name alone. */
export function languagesOfWorld(name: string): readonly string[] {
  const own = languageNamed(name);
  if (!own) return [name];
  return languages.filter((other) => worldOf(other) === worldOf(own)).map((other) => other.name);
}

const worldOf = ({ world, family }: Language): string => world ?? family;

/** Whether symbols of a language, as the database names it, were read by their shape: nothing is known of what they use. */
export function isByShape(language: string): boolean {
  return shapeFamilies.has(language) && !byName.has(language);
}

/** How code of languages with a parser writes a name of a schema, a language that is read by its shape; undefined: it names none of it. */
export function writtenInCode(language: string): ((name: string) => string | null) | undefined {
  return shapesByName.get(language)?.inCode;
}

/** The extension of a path in lower case, with its dot; "" without one. */
function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot <= path.lastIndexOf("/") ? "" : path.slice(dot).toLowerCase();
}
