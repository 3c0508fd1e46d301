/** Keys in files that nest them: `jwt.expiration` is `expiration: 60` below `jwt:`, and `Mail:Host` is `"Host": …` in `"Mail": {`. Works on the text alone. Pure. */
import { isComment } from "./place.js";

/** Lines above a key that are looked at for those around it. */
const MOST_ABOVE = 500;
const KEY = /^(\s{0,200})(?:-\s{1,9})?(["']?)([\w.$%-]{1,120})\2\s{0,9}[:=](?!\/\/)/;
/** `[mail]` of TOML and INI. */
const SECTION = /^\s{0,20}\[{1,2}\s{0,9}([\w.:"-]{1,120})\s{0,9}\]{1,2}/;

const partsOfKey = (key: string): string[] => key.split(/[.:]|__/).filter((part) => part !== "");

/** `maxSize`, `max-size` and `max_size` are one name, as libraries bind them. */
const plain = (part: string): string => part.replace(/[-_"]/g, "").toLowerCase();

/** The texts of lines that may have a key whose name has several parts; none for others. */
export function textsOfNested(name: string): string[] {
  const parts = partsOfKey(name);
  const last = parts.at(-1);
  if (last === undefined || parts.length < 2) return [];
  const kebab = last.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase();
  const camel = last.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([last, kebab, camel])].flatMap((each) => [`${each}:`, `${each}"`, `${each} =`, `${each}=`]);
}

/** Whether a line (from 1) sets a key in those around it. */
export function setsNested(lines: readonly string[], line: number, name: string): boolean {
  const wanted = partsOfKey(name).map(plain).join(".");
  const own = KEY.exec(lines[line - 1] ?? "");
  if (own === null || isComment(lines[line - 1] ?? "")) return false;
  const parts = partsOfKey(own[3] ?? "");
  if (!wanted.endsWith(parts.map(plain).join("."))) return false;
  let indent = own[1]?.length ?? 0;
  for (let index = line - 2; index >= Math.max(0, line - MOST_ABOVE); index--) {
    const text = lines[index] ?? "";
    if (text.trim() === "" || isComment(text)) continue;
    if (text.startsWith("---")) break;
    const section = SECTION.exec(text)?.[1];
    if (section !== undefined) {
      parts.unshift(...partsOfKey(section));
      break;
    }
    const width = /^\s*/.exec(text)?.[0].length ?? 0;
    if (width >= indent) continue;
    indent = width;
    parts.unshift(...partsOfKey(KEY.exec(text)?.[3] ?? ""));
  }
  return parts.map(plain).join(".") === wanted;
}
