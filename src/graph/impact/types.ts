/**
 * Types as they are written, and whether one takes all that another holds. Pure.
 *
 * Texts are compared, not types: names stand for themselves, and what they stand for is not looked up. Where a text does not tell, the answer is no.
 */
import { splitTop } from "./split.js";

const ANYTHING = /^(?:any|unknown|object|Object|dynamic|)$/;
/** Types that fit everywhere. */
const NOTHING = /^(?:any|never|)$/;

/** Whether a type takes all that the other holds, as far as their texts tell. White space counts for nothing. */
export function isWider(wide: string, narrow: string): boolean {
  const [to, from] = [plainType(wide), plainType(narrow)];
  if (to === from || ANYTHING.test(to) || NOTHING.test(from)) return true;
  const given = partsOf(from, "|");
  if (given.length > 1) return given.every((part) => isWider(to, part));
  const taken = partsOf(to, "|");
  if (taken.length > 1) return taken.some((part) => isWider(part, from));
  const asked = partsOf(to, "&");
  if (asked.length > 1) return asked.every((part) => isWider(part, from));
  const had = partsOf(from, "&");
  // A literal may not have members that are not asked for.
  if (had.length > 1) return had.some((part) => isWider(to, part)) && !had.some((part) => part.startsWith("{"));
  return (
    isLiteralOf(to, from) ||
    isListOf(to, from) ||
    isNamedAlike(to, from) ||
    isRecordOf(to, from) ||
    isCalledAlike(to, from)
  );
}

/** Without white space and brackets around the whole. */
function plainType(type: string): string {
  const text = type.replaceAll(/\s+/g, "").replaceAll(/,(?=[)>\]}])/g, "");
  return isBracketed(text) ? plainType(text.slice(1, -1)) : text;
}

/** Whether the bracket that a text begins with ends with it. */
function isBracketed(text: string): boolean {
  if (!text.startsWith("(")) return false;
  let depth = 0;
  for (const [index, char] of [...text].entries()) {
    if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return index === text.length - 1;
  }
  return false;
}

/** The alternatives of a union, the parts of an intersection. An arrow belongs to what it stands in. */
function partsOf(type: string, mark: "|" | "&"): string[] {
  if (splitTop(type, ARROW).length > 1 || splitTop(type, "?").length > 1) return [type];
  return splitTop(type, mark).filter((part) => part !== "");
}

const ARROW = "=>";

/** `"a"` is a string, `1` a number. */
function isLiteralOf(to: string, from: string): boolean {
  if (to === "string") return /^(?:"[^"]*"|'[^']*'|`.*`)$/s.test(from);
  if (to === "number") return /^-?[\d.]+$/.test(from);
  return to === "boolean" && /^(?:true|false)$/.test(from);
}

/** Lists of what fits, also where one may not be written to. */
function isListOf(to: string, from: string): boolean {
  const [items, isFixed] = itemsOf(to) ?? [];
  const [own, isOwnFixed] = itemsOf(from) ?? [];
  if (items === undefined || own === undefined) return false;
  return (isFixed === true || isOwnFixed === false) && isWider(items, own);
}

/** The type of the items of a list, and whether it is fixed; null: it is not a list. */
function itemsOf(type: string): [items: string, isFixed: boolean] | null {
  const isFixed = type.startsWith("readonly");
  const written = isFixed ? type.slice("readonly".length) : type;
  if (written.endsWith("[]")) return [written.slice(0, -2), isFixed];
  const [, name = "", items] = /^((?:Readonly)?Array)<(.+)>$/.exec(type) ?? [];
  return items === undefined ? null : [items, name !== "Array"];
}

const GENERIC = /^([\w$.]+)(?:<(.+)>)?$/s;

/** `Promise<a>` takes `Promise<b>` where a takes b. An argument that is left out is the type's default. */
function isNamedAlike(to: string, from: string): boolean {
  const [, name, taken] = GENERIC.exec(to) ?? [];
  const [, own, given] = GENERIC.exec(from) ?? [];
  if (name === undefined || name !== own) return false;
  if (taken === undefined || given === undefined) return true;
  const arguments_ = splitTop(given, ",");
  return splitTop(taken, ",").every((each, index) => {
    const other = arguments_[index];
    return other === undefined || isWider(each, other);
  });
}

/** `{ a: string; b?: number }`: each member that one asks for is there in the other, and fits. */
function isRecordOf(to: string, from: string): boolean {
  const [asked, given] = [membersOf(to), membersOf(from)];
  if (asked === null || given === null) return false;
  return [...asked].every(([name, { type, isOptional }]) => {
    const own = given.get(name);
    if (own === undefined) return isOptional;
    return (isOptional || !own.isOptional) && isWider(type, own.type);
  });
}

/** The members of a literal type by name; null for any other type, and where the text does not tell the members. */
export function membersOf(type: string): Map<string, { type: string; isOptional: boolean }> | null {
  const text = type.trim();
  if (!text.startsWith("{") || !text.endsWith("}")) return null;
  const members = new Map<string, { type: string; isOptional: boolean }>();
  const written = splitTop(text.slice(1, -1), ";").flatMap((part) => splitTop(part, ","));
  for (const member of written.filter((each) => each !== "")) {
    const [name = "", ...types] = splitTop(member, ":");
    if (!/^(?:readonly)?[\w$]+\??$/.test(name) || types.length === 0) return null;
    members.set(name.replace(/\?$/, ""), { type: types.join(":"), isOptional: name.endsWith("?") });
  }
  return members;
}

/** Functions with the same parameters, where the result of one is not asked for. */
function isCalledAlike(to: string, from: string): boolean {
  const [taken = "", ...results] = splitTop(to, ARROW);
  const [own = "", ...given] = splitTop(from, ARROW);
  if (results.length === 0 || given.length === 0 || taken !== own) return false;
  return results.join(ARROW) === "void" || isWider(results.join(ARROW), given.join(ARROW));
}
