/** The change of one declaration that both sides have, and the rules that follow from it. Pure. */
import escapeStringRegexp from "escape-string-regexp";
import { languageOf } from "../../languages/index.js";
import type { BreakRule, ChangeKind, SymbolChange } from "./changes.js";
import type { Declared } from "./declared.js";
import { type Arity, arityOfSignature, type ParameterChange, parameterChange } from "./parameters.js";
import { propChange } from "./props.js";
import { lengthUpTo, splitTop } from "./split.js";
import { isWider } from "./types.js";

const CONTAINERS: ReadonlySet<string> = new Set(["class", "interface", "struct", "record", "enum", "extension"]);
/** Ways to see a member, the widest first. */
const ACCESS = ["public", "protected internal", "internal", "protected", "private protected", "file", "private"];

interface Verdict {
  kind: ChangeKind | null;
  details: string[];
  rules: BreakRule[];
}

/**
 * The change of a declaration; null where nothing of its own changed. `overloads`: the declarations that share its name and id after the change, without
 * itself.
 */
export function changeOf(
  before: Declared,
  after: Declared,
  lost: ReadonlySet<string>,
  overloads: readonly Declared[],
): SymbolChange | null {
  const found: Verdict = { kind: null, details: [], rules: [] };
  exports(before, lost, found);
  modifiers(before, after, found);
  const isCallable = [before, after].some(({ symbol }) => takesArguments(symbol.parameterSignature));
  if (isCallable) signature(before, after, overloads, found);
  else if (CONTAINERS.has(before.nodeType)) heading(before, after, found);
  else if (before.nodeType === "type") alias(before, after, found);
  else declaredType(before, after, found);
  if (before.nodeType !== after.nodeType) {
    found.kind = "signature";
    found.details.unshift(`${before.nodeType} → ${after.nodeType}`);
  }
  if (found.kind === null && before.own !== after.own && !CONTAINERS.has(before.nodeType)) found.kind = "body";
  if (found.kind === null) return null;
  return { kind: found.kind, before, after, alone: null, details: found.details, rules: found.rules };
}

const takesArguments = (signature: string | null): boolean => signature !== null && /^(?:<.*>)?\(/s.test(signature);

function exports(before: Declared, lost: ReadonlySet<string>, found: Verdict): void {
  const names = before.exportedAs.filter((name) => lost.has(name));
  if (names.length === 0) return;
  found.kind = "signature";
  found.details.push(`no longer exported as ${names.join(", ")}`);
  found.rules.push({ who: "importers", names, sureness: "certain", why: `${names.join(", ")} is no longer exported` });
}

function modifiers(before: Declared, after: Declared, found: Verdict): void {
  const [old, now] = [before.symbol, after.symbol];
  const told = (detail: string) => {
    found.kind = "signature";
    found.details.push(detail);
    return `${before.name}: ${detail}`;
  };
  if (old.access !== now.access) {
    const why = told(`${old.access} → ${now.access}`);
    const isHidden = now.access === "private" || now.access === "file";
    if (ACCESS.indexOf(now.access) > ACCESS.indexOf(old.access))
      found.rules.push({ who: "users", sureness: isHidden ? "certain" : "likely", why });
  }
  if (old.isStatic !== now.isStatic && before.owner !== null)
    found.rules.push({
      who: "users",
      sureness: "certain",
      why: told(now.isStatic ? "now static" : "no longer static"),
    });
  if (now.isAbstract && !old.isAbstract) {
    const why = told("now abstract");
    if (CONTAINERS.has(before.nodeType)) found.rules.push({ who: "calls", arities: [], sureness: "certain", why });
    else if (after.owner)
      found.rules.push({ who: "derived", on: after.owner, member: after.name, sureness: "likely", why });
  }
  if (old.isOptional !== now.isOptional && old.kind === now.kind && !CONTAINERS.has(before.nodeType)) {
    const why = told(now.isOptional ? "now optional" : "no longer optional");
    found.rules.push({ who: now.isOptional ? "users" : "derived", sureness: "likely", why });
    if (!now.isOptional && after.owner) {
      found.rules.push({ who: "derived", on: after.owner, sureness: "likely", why });
      found.rules.push({ who: "tags", prop: after.name, on: after.owner, sureness: "certain", why });
    }
  }
  if (old.isAsync !== now.isAsync && old.returnType === null && now.returnType === null) {
    const why = told(now.isAsync ? "now async" : "no longer async");
    if (now.isAsync) found.rules.push({ who: "arguments", from: 0, sureness: "likely", why });
  }
}

function signature(before: Declared, after: Declared, overloads: readonly Declared[], found: Verdict): void {
  const [old, now] = [before.symbol, after.symbol];
  const isSame = plain(old.parameterSignature) === plain(now.parameterSignature);
  if (!isSame) {
    found.kind = "signature";
    const why = `${before.name}${old.parameterSignature ?? ""} → ${now.parameterSignature ?? "()"}`;
    found.details.push(`parameters ${old.parameterSignature ?? "none"} → ${now.parameterSignature ?? "none"}`);
    if (
      isImplementation(after, overloads) ||
      [old, now].every(({ parameterSignature }) => areNames(parameterSignature))
    )
      return;
    const props = [before, after].every(({ nodeType }) => nodeType === "component")
      ? propChange(old.parameterSignature, now.parameterSignature)
      : null;
    const change = props === null ? parameterChange(old.parameterSignature, now.parameterSignature) : null;
    if (change) found.rules.push(...parameterRules(before, change, overloads, why));
    for (const prop of props?.asked ?? [])
      found.rules.push({ who: "tags", prop, sureness: "certain", why: `${before.name} asks for ${prop}` });
    for (const prop of props?.gone ?? [])
      found.rules.push({ who: "tags", prop, isGone: true, sureness: "certain", why: `${before.name} has no ${prop}` });
  }
  if (isImplementation(after, overloads)) return;
  if (plain(old.returnType) === plain(now.returnType)) return;
  found.kind = "signature";
  found.details.push(`result ${old.returnType ?? "inferred"} → ${now.returnType ?? "inferred"}`);
  if (old.returnType === null || now.returnType === null || old.returnType === "void") return;
  if (isWider(plain(old.returnType), plain(now.returnType)) || now.returnType === "any") return;
  const why = `${before.name} gives ${now.returnType}, not ${old.returnType}`;
  found.rules.push({ who: "arguments", from: 0, sureness: "likely", why }, { who: "derived", sureness: "likely", why });
}

/** Whether parameters are names that a pattern takes from one object: no call can be held against these. */
const areNames = (signature: string | null): boolean => signature === null || /^\(\{[^:]*\}\)$/.test(signature);

/** Where overloads stand without a body, calls do not see the declaration that has the body. */
export const isImplementation = (one: Declared, overloads: readonly Declared[]): boolean =>
  hasBody(one) && overloads.some((other) => !hasBody(other));

const hasBody = ({ own }: Declared): boolean => own.endsWith("}");

/** The numbers of arguments that the overloads take that calls see. */
export const aritiesOf = (overloads: readonly Declared[]): Arity[] =>
  overloads
    .filter((one) => !isImplementation(one, overloads))
    .flatMap(({ symbol }) => arityOfSignature(symbol.parameterSignature) ?? []);

function parameterRules(
  before: Declared,
  { arity, retyped }: ParameterChange,
  overloads: readonly Declared[],
  why: string,
): BreakRule[] {
  const rules: BreakRule[] = [];
  const was = arityOfSignature(before.symbol.parameterSignature);
  // A place that is handed the function may give too few arguments, and an override may ask for too many.
  const isEither = !was || !languageOf(before.path)?.mayIgnoreArguments;
  if (arity) rules.push({ who: "calls", arities: [arity, ...aritiesOf(overloads)], sureness: "certain", why });
  if (arity && (isEither || arity.least > was.least)) rules.push({ who: "values", sureness: "likely", why });
  if (retyped !== null) {
    const within = overloads.length > 0 ? was : null;
    rules.push({ who: "arguments", from: retyped + 1, ...(within && { within }), sureness: "likely", why });
  }
  if (retyped !== null || (arity && (isEither || arity.most < was.most)))
    rules.push({ who: "derived", sureness: "likely", why });
  return rules;
}

const plain = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, "").replaceAll(/,(?=[)>\]}])/g, "");

/** The heads of types: what they extend and implement, and their type parameters. */
function heading(before: Declared, after: Declared, found: Verdict): void {
  const [old, now] = [headOf(before), headOf(after)];
  if (old.bases.join() === now.bases.join() && old.parameters.join() === now.parameters.join()) return;
  found.kind = "type";
  const why = (detail: string) => {
    found.details.push(detail);
    return `${before.name}: ${detail}`;
  };
  const kept = new Set(now.bases.map(bareName));
  const less = [...new Set(old.bases.map(bareName))].filter((base) => !kept.has(base));
  if (less.length > 0)
    found.rules.push({ who: "users", sureness: "likely", why: why(`its head no longer has ${less.join(", ")}`) });
  const needed = (parameters: readonly string[]) =>
    parameters.filter((each) => splitTop(each, "=").length === 1).length;
  if (needed(now.parameters) > needed(old.parameters) && now.parameters.length > 0)
    found.rules.push({ who: "users", sureness: "likely", why: why("it asks for more type arguments") });
  if (found.rules.length === 0) found.details.push("its head is another");
}

/** `A`, `B<C>` of `class X<P> extends A implements B<C>`, and its type parameters. */
function headOf({ head }: Declared): { bases: string[]; parameters: string[] } {
  const end = head.startsWith("<") ? lengthUpTo(head, ">") : 0;
  const bases = head.slice(end).replaceAll(/\b(?:extends|implements|permits|with)\b|[:()]/g, ",");
  return { bases: listOf(bases), parameters: listOf(head.slice(1, Math.max(1, end - 1))) };
}

const listOf = (list: string): string[] =>
  splitTop(list, ",")
    .map(plain)
    .filter((each) => each !== "");

/** `B` of `B<C>`. */
const bareName = (type: string): string => type.replace(/[<[].*$/s, "");

function alias(before: Declared, after: Declared, found: Verdict): void {
  const [old = "", now = ""] = [before, after].map(({ own }) =>
    plain(own.slice(own.indexOf("=") + 1)).replace(/;$/, ""),
  );
  if (bare(old) === bare(now)) return;
  found.kind = "type";
  const isMore = isWider(now, old);
  found.details.push(isMore ? "has more alternatives" : `stands for ${short(now)}, not ${short(old)}`);
  if (!isMore) found.rules.push({ who: "users", sureness: "likely", why: `${before.name} is another type` });
}

/** Without what is left between members. */
const bare = (text: string) => text.replaceAll(/[;,{}\s]/g, "");

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Of values: the type that they are declared to have. */
function declaredType(before: Declared, after: Declared, found: Verdict): void {
  const [old, now] = [typeText(before), typeText(after)];
  if (old === now) return;
  found.kind = "type";
  found.details.push(`type ${short(old ?? "inferred")} → ${short(now ?? "inferred")}`);
  if (old === null || now === null || isWider(old, now)) return;
  found.rules.push({ who: "users", sureness: "likely", why: `${before.name} is ${short(now)}, not ${short(old)}` });
}

/** `string` of `name: string = ""`, or the type that the language gives apart. */
function typeText({ name, own, symbol }: Declared): string | null {
  if (symbol.returnType !== null) return plain(symbol.returnType);
  const offset = own.search(new RegExp(`\\b${escapeStringRegexp(name)}[?!]?:`));
  if (name === "" || offset < 0) return null;
  const [head = ""] = splitTop(own.slice(own.indexOf(":", offset) + 1), "=");
  return plain(head).replace(/[;,]$/, "") || null;
}
