/** The languages that codeindex reads. A new one is a folder beside this file and a line in this list. */
import { csharp } from "./csharp/index.js";
import { go } from "./go/index.js";
import { java } from "./java/index.js";
import { javascript, jsx } from "./javascript/index.js";
import { kotlin } from "./kotlin/index.js";
import type { Language } from "./language.js";
import { swift } from "./swift/index.js";
import { tsx, typescript } from "./typescript/index.js";

export const languages: readonly Language[] = [typescript, tsx, javascript, jsx, csharp, java, kotlin, swift, go];

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((end) => [end, language] as const)),
);

const byName = new Map(languages.map((language) => [language.name, language]));

/** The language of a name, as the database has it: that of the grammar, or of the family; null for any other name. */
export function languageNamed(name: string): Language | null {
  return byName.get(name) ?? null;
}

/** The families of the languages, as users filter by them. */
export const LANGUAGE_FAMILIES: readonly string[] = [...new Set(languages.map(({ family }) => family))];

/** The language of a file by its extension, in upper or lower case; null for files that are only searched as text. */
export function languageOf(path: string): Language | null {
  const dot = path.lastIndexOf(".");
  if (dot <= path.lastIndexOf("/")) return null;
  return byExtension.get(path.slice(dot).toLowerCase()) ?? null;
}
