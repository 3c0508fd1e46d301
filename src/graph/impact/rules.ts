/** The change of one declaration that both sides have, and the rules that follow from it. Pure. */
import type { BreakRule, ChangeKind, SymbolChange } from "./changes.js";
import type { Declared } from "./declared.js";
import { isWider, parameterChange, splitTop } from "./parameters.js";

const CONTAINERS: ReadonlySet<string> = new Set(["class", "interface", "struct", "record", "enum", "extension"]);
const NOBODY = { least: Number.POSITIVE_INFINITY, most: -1 };
/** Ways to see a member, the widest first. */
const ACCESS = ["public", "protected internal", "internal", "protected", "private protected", "file", "private"];

interface Found {
  kind: ChangeKind | null;
  details: string[];
  rules: BreakRule[];
}

/** The change of a declaration; null where nothing of its own changed. `isOverloaded`: others share its name and id. */
export function changeOf(
  before: Declared,
  after: Declared,
  lost: ReadonlySet<string>,
  isOverloaded: boolean,
): SymbolChange | null {
  const found: Found = { kind: null, details: [], rules: [] };
  exports(before, lost, found);
  modifiers(before, after, found);
  const isCallable = [before, after].some(({ symbol }) => takesArguments(symbol.parameterSignature));
  if (isCallable) signature(before, after, isOverloaded, found);
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

function exports(before: Declared, lost: ReadonlySet<string>, found: Found): void {
  const names = before.exportedAs.filter((name) => lost.has(name));
  if (names.length === 0) return;
  found.kind = "signature";
  found.details.push(`no longer exported as ${names.join(", ")}`);
  found.rules.push({ who: "importers", names, sureness: "certain", why: `${names.join(", ")} is no longer exported` });
}

function modifiers(before: Declared, after: Declared, found: Found): void {
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
    if (CONTAINERS.has(before.nodeType)) found.rules.push({ who: "calls", arity: NOBODY, sureness: "certain", why });
    else if (after.owner) found.rules.push({ who: "derived", on: after.owner, sureness: "likely", why });
  }
  if (old.isOptional !== now.isOptional && old.kind === now.kind && !CONTAINERS.has(before.nodeType)) {
    const why = told(now.isOptional ? "now optional" : "no longer optional");
    found.rules.push({ who: now.isOptional ? "users" : "derived", sureness: "likely", why });
    if (!now.isOptional && after.owner) found.rules.push({ who: "derived", on: after.owner, sureness: "likely", why });
  }
  if (old.isAsync !== now.isAsync && old.returnType === null && now.returnType === null) {
    const why = told(now.isAsync ? "now async" : "no longer async");
    if (now.isAsync) found.rules.push({ who: "arguments", from: 0, sureness: "likely", why });
  }
}

function signature(before: Declared, after: Declared, isOverloaded: boolean, found: Found): void {
  const [old, now] = [before.symbol, after.symbol];
  const isSame = plain(old.parameterSignature) === plain(now.parameterSignature);
  if (!isSame) {
    found.kind = "signature";
    const why = `${before.name}${old.parameterSignature ?? ""} → ${now.parameterSignature ?? "()"}`;
    found.details.push(`parameters ${old.parameterSignature ?? "none"} → ${now.parameterSignature ?? "none"}`);
    const change = parameterChange(old.parameterSignature, now.parameterSignature);
    if (isOverloaded) found.rules.push({ who: "users", sureness: "likely", why: `an overload changed: ${why}` });
    else if (change) {
      if (change.arity) {
        found.rules.push({ who: "calls", arity: change.arity, sureness: "certain", why });
        found.rules.push({ who: "values", sureness: "likely", why });
        found.rules.push({ who: "derived", sureness: "likely", why });
      }
      if (change.retyped !== null) {
        found.rules.push({ who: "arguments", from: change.retyped + 1, sureness: "likely", why });
        found.rules.push({ who: "derived", sureness: "likely", why });
      }
    }
  }
  if (plain(old.returnType) === plain(now.returnType)) return;
  found.kind = "signature";
  found.details.push(`result ${old.returnType ?? "inferred"} → ${now.returnType ?? "inferred"}`);
  if (old.returnType === null || now.returnType === null || old.returnType === "void") return;
  if (isWider(plain(old.returnType), plain(now.returnType)) || now.returnType === "any") return;
  const why = `${before.name} gives ${now.returnType}, not ${old.returnType}`;
  found.rules.push({ who: "arguments", from: 0, sureness: "likely", why }, { who: "derived", sureness: "likely", why });
}

const plain = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, "").replaceAll(/,(?=[)>\]}])/g, "");

/** The heads of types: what they extend and implement, and their type parameters. */
function heading(before: Declared, after: Declared, found: Found): void {
  const [old, now] = [before, after].map(({ own }) => plain(/^[^{]*/.exec(own)?.[0] ?? ""));
  if (old === now) return;
  found.kind = "type";
  const bases = (text: string | undefined) => new Set((text ?? "").split(/\W+/));
  const kept = bases(now);
  const less = [...bases(old)].filter((word) => !kept.has(word) && word !== "export");
  found.details.push(less.length > 0 ? `its head no longer has ${less.join(", ")}` : "its head has more");
  if (less.length > 0)
    found.rules.push({ who: "users", sureness: "likely", why: `${before.name} no longer has ${less.join(", ")}` });
}

function alias(before: Declared, after: Declared, found: Found): void {
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
function declaredType(before: Declared, after: Declared, found: Found): void {
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
  const at = own.search(new RegExp(`\\b${name.replaceAll(/\W/g, "\\$&")}[?!]?:`));
  if (name === "" || at < 0) return null;
  const [head = ""] = splitTop(own.slice(own.indexOf(":", at) + 1), "=");
  return plain(head).replace(/[;,]$/, "") || null;
}
