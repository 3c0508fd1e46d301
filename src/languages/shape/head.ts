/** Reads the head of a statement of the family of C: the words up to its brace or semicolon. */
import type { Access, SymbolKind } from "../../model/parse-result.js";
import type { FoundDeclaration } from "./shape.js";

interface Common {
  /** Where the statement begins in the source, and its name stands. */
  start: number;
  nameAt: number;
  owner: string | null;
  access: Access | null;
  /** It declares what is defined elsewhere: `class Cart;`, `friend`, `using namespace`. */
  isForward: boolean;
  isExtern: boolean;
  /** A body of its own stands in the head: `=> a + b`. */
  hasBody: boolean;
  isNamespace: boolean;
  /** A member with accessors in braces. */
  isProperty: boolean;
  /** It ends in the middle of a list of initializers: `Cart() : items`. */
  isInitializer: boolean;
}

/** The head of a statement. */
export type Head =
  | (Common & { is: "type"; kind: SymbolKind; name: string | null })
  | (Common & { is: "callable"; kind: SymbolKind; name: string })
  | (Common & { is: "value"; kind: SymbolKind; name: string })
  /** Braces that declare nothing; `isTransparent`: what stands in them is declared around them, as in `extern "C" { }`. */
  | (Common & { is: "block"; name: null; isTransparent: boolean });

const TYPE_WORDS: Readonly<Record<string, SymbolKind>> = {
  class: "class",
  struct: "struct",
  union: "struct",
  enum: "enum",
  interface: "interface",
  trait: "interface",
  mixin: "class",
  extension: "class",
  record: "record",
  namespace: "namespace",
  contract: "class",
  library: "class",
  module: "module",
  template: "class",
};
const BEFORE_TYPE =
  /^(?:(?:typedef|inline|export|public|private|protected|internal|static|final|abstract|sealed|base|const|constexpr|partial|open|data|strictfp|non-sealed|unsafe|extern|packed|scoped|type|macro|deprecated|package|immutable|pure)\s+)*/;
const TYPE_HEAD =
  /^(class|struct|union|enum|interface|trait|mixin|extension|record|namespace|contract|library|module|template)\b(?!\s*[(=.,;*&:]\w)/;
const NO_FUNCTIONS =
  /^(?:if|for|while|switch|catch|return|else|do|sizeof|alignof|new|delete|throw|case|using|static_assert|_Static_assert|assert|defined|synchronized|foreach|lock|when|try|typeof|decltype|await|yield|goto|super|this|import|require|include|not|and|or|pragma|emit|revert|unittest|invariant|__attribute__|__declspec|alignas|requires|noexcept|asm|__asm__|version|debug|mixin|with|scope)$/;
const CALLABLE_NAME =
  /((?:[A-Za-z_]\w{0,200}(?:<[^<>()]{0,200}>)?\s{0,3}(?:::|\.)\s{0,3}){0,8})(~?\s{0,2}[A-Za-z_$][\w$]{0,200}|operator\s{0,3}(?:[^\s\w(]{1,3}|\(\)|\[\]|new|delete|[A-Za-z_][\w:<>*& ]{0,80}))(?:<[^<>()]{0,200}>)?\s{0,20}$/;
const VALUE_NAME = /([A-Za-z_$][\w$]{0,200})\s{0,20}(?:\[[^\]]{0,200}\]\s{0,5}){0,4}(?::\s{0,5}\d{1,4}\s{0,5})?$/;
const CONSTANT = /\b(?:const|constexpr|constinit|final|immutable|constant)\b/;
/** Behind the parameters of a constructor. */
const INITIALIZERS = /^\s*(?:noexcept\s*(?:\([^()]*\)\s*)?)?:(?!:)/;
const LONGEST_NAME = 400;
const EXPORTS = /^[A-Z][A-Z0-9_]*$/;

/** Reads a head that begins at `start` in the source. `holder`: the declaration around it. */
export function readHead(written: string, start: number, holder: Pick<FoundDeclaration, "kind" | "name"> | null): Head {
  const { text, skipped } = withoutPrefix(written);
  const offset = start + skipped;
  const common: Common = {
    start,
    nameAt: offset,
    owner: null,
    access: accessOf(text),
    isForward:
      /^(?:friend|using\s+namespace|import|package|part|export\s+['"]|return|goto|break|continue|typedef\s+(?:struct|class|union|enum)\s+\w+\s*$)/.test(
        text,
      ),
    isExtern: false,
    hasBody: false,
    isNamespace: false,
    isProperty: false,
    isInitializer: false,
  };
  const block: Head = { ...common, is: "block", name: null, isTransparent: /^extern\s*$/.test(text) };
  if (text === "" || block.isTransparent) return { ...block, isTransparent: true };
  const paren = topLevel(text, "(");
  const equals = topLevel(text, "=");
  const type = typeHead(text, offset, paren, equals, common);
  if (type !== null) return type;
  if (/^(?:typedef|using|alias|type)\s/.test(text)) return aliasHead(text, offset, equals, common) ?? block;
  const accessor = /\b(get|set)\s+([A-Za-z_]\w*)\s*(?:\(|=>|async|$)/.exec(text.slice(0, 400));
  if (accessor?.[2] !== undefined && (paren < 0 || paren > accessor.index))
    return {
      ...common,
      is: "value",
      kind: "property",
      name: accessor[2],
      nameAt: offset + text.indexOf(accessor[2], accessor.index + 3),
      isProperty: true,
      hasBody: true,
    };
  if (paren > 0 && (equals < 0 || paren < equals)) return callableHead(text, offset, paren, common, holder) ?? block;
  return valueHead(text, offset, equals, common, holder) ?? block;
}

/** The head without templates, attributes and annotations before it, and their length. */
function withoutPrefix(written: string): { text: string; skipped: number } {
  let skipped = 0;
  for (let round = 0; round < 20; round++) {
    const rest = written.slice(skipped);
    const space = /^\s*/.exec(rest)?.[0].length ?? 0;
    const code = rest.slice(space);
    const length = prefixLength(code);
    if (length === 0) return { text: code.trimEnd(), skipped: skipped + space };
    skipped += space + length;
  }
  return { text: written.slice(skipped).trim(), skipped };
}

/** A macro on a line of its own, or before a word that begins a declaration. */
const MACRO =
  /^[A-Z][A-Z0-9_]{2,100}(?:\([^()]{0,300}\))?[ \t]*(?:\r?\n|[ \t](?=(?:template|class|struct|union|enum|namespace|inline|constexpr|consteval|static|using|typedef|extern|virtual|explicit|friend|auto|void|bool|int|const)\b))/;

function prefixLength(code: string): number {
  const macro = MACRO.exec(code);
  if (macro !== null) return macro[0].length;
  if (/^template\s*</.test(code)) return balanced(code, code.indexOf("<"), "<", ">");
  if (code.startsWith("[[")) return balanced(code, 0, "[", "]");
  if (/^\[\w/.test(code)) return balanced(code, 0, "[", "]");
  const call = /^(?:@(?!interface)[\w.]+|__attribute__|__declspec|alignas|_?requires)\s*(?=\()/.exec(code);
  if (call !== null) return balanced(code, call[0].length, "(", ")");
  return /^@(?!interface)[\w.]+/.exec(code)?.[0].length ?? 0;
}

/** The length up to the bracket that closes the one at `from`; all of it if none does. */
function balanced(code: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let offset = from; offset < code.length; offset++) {
    const char = code.charAt(offset);
    if (char === open) depth++;
    else if (char === close && --depth <= 0) return offset + 1;
  }
  return code.length;
}

/** Where a character stands outside of brackets and type arguments; -1: nowhere. */
function topLevel(text: string, sought: "(" | "="): number {
  let depth = 0;
  let angles = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const char = text.charAt(offset);
    if (depth === 0 && angles === 0 && char === sought) {
      if (sought === "(") return offset;
      if (
        !/[=<>!+\-*/%&|^]/.test(text.charAt(offset - 1)) &&
        !/[=>]/.test(text.charAt(offset + 1)) &&
        !/operator\s*$/.test(text.slice(Math.max(0, offset - 12), offset))
      )
        return offset;
    }
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (
      char === "<" &&
      depth === 0 &&
      /[\w>]/.test(text.charAt(offset - 1)) &&
      !/operator<?$/.test(text.slice(Math.max(0, offset - 9), offset))
    )
      angles++;
    else if (char === ">" && angles > 0 && text.charAt(offset - 1) !== "-" && text.charAt(offset - 1) !== "=") angles--;
  }
  return -1;
}

function typeHead(text: string, offset: number, paren: number, equals: number, common: Common): Head | null {
  const before = BEFORE_TYPE.exec(text)?.[0].length ?? 0;
  const word = TYPE_HEAD.exec(text.slice(before))?.[1];
  const kind = word === undefined ? undefined : TYPE_WORDS[word];
  if (word === undefined || kind === undefined) return null;
  // `struct cart *find(int id)` is a function, and `struct cart cart = {` a value; a record and a contract take parameters.
  if (paren > 0 && !/^(?:record|class|enum|extension|mixin)$/.test(word)) return null;
  if (equals > 0 && word !== "mixin") return null;
  const from = before + word.length;
  const list = /^([^:({]|::)*/.exec(text.slice(from, from + 600))?.[0] ?? "";
  const words = list
    .replace(/<[^<>]*>/g, (args) => " ".repeat(args.length))
    .replace(/\b(?:extends|implements|with|on|is|final|sealed|permits|where)\b[\s\S]*$/, "");
  const names = [...words.matchAll(/(?:[A-Za-z_]\w*\s*(?:::|\.)\s*)*[A-Za-z_]\w*/g)].filter(
    ([each]) => !/^(?:class|struct|interface|abstract|sealed)$/.test(each),
  );
  const plainNames = names.filter(([each]) => !EXPORTS.test(each) || names.length === 1);
  const named = plainNames[0] ?? names.at(-1);
  // `struct cart item` without braces declares a value, or another name of the type.
  if (paren < 0 && plainNames.length > 1 && word !== "extension" && /^(?:struct|union|enum)$/.test(word)) return null;
  const about = { ...common, isNamespace: kind === "namespace" };
  if (named === undefined) return { ...about, is: "type", kind, name: null };
  const parts = named[0].split(/\s*(?:::|\.)\s*/);
  const name = kind === "namespace" ? named[0].replace(/\s/g, "") : (parts.at(-1) ?? named[0]);
  return {
    ...about,
    is: "type",
    kind,
    name,
    owner: kind !== "namespace" && parts.length > 1 ? parts.slice(0, -1).join(".") : null,
    nameAt: offset + from + named.index + named[0].lastIndexOf(kind === "namespace" ? named[0] : name),
  };
}

/** `typedef int (*compare)(int)`, `using Cart = Basket`, `typedef unsigned long size`. */
function aliasHead(text: string, offset: number, equals: number, common: Common): Head | null {
  const made =
    equals > 0
      ? /^(?:using|alias|typedef|type)\s+([A-Za-z_]\w*)/.exec(text)
      : (/\(\s*[*^]\s*([A-Za-z_]\w*)\s*\)/.exec(text) ??
        /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:\([^()]*\))?$/.exec(text));
  const name = made?.[1];
  if (made === null || name === undefined || /^using\s+[\w:]+$/.test(text)) return null;
  return {
    ...common,
    is: "type",
    kind: "type",
    name,
    nameAt: offset + made.index + made[0].lastIndexOf(name),
    hasBody: true,
  };
}

function callableHead(
  text: string,
  offset: number,
  paren: number,
  common: Common,
  holder: Pick<FoundDeclaration, "kind" | "name"> | null,
): Head | null {
  const pointer = /^\(\s*[*^]\s*(?:const\s+)?([A-Za-z_]\w*)\s*[)[]/.exec(text.slice(paren, paren + 300));
  if (pointer?.[1] !== undefined)
    return {
      ...common,
      is: "value",
      kind: "variable",
      name: pointer[1],
      nameAt: offset + paren + pointer[0].lastIndexOf(pointer[1]),
    };
  const isOperator = /operator\s*$/.test(text.slice(0, paren));
  const whole = isOperator ? `${text.slice(0, paren)}()` : text.slice(0, paren);
  // Names are shorter than this.
  const cut = Math.max(0, whole.length - LONGEST_NAME);
  const before = whole.slice(cut);
  const match = CALLABLE_NAME.exec(before);
  const name = match?.[2]?.replace(/\s+/g, "");
  if (match === null || name === undefined || NO_FUNCTIONS.test(name)) return null;
  const lead = before.slice(0, match.index).trim();
  if (/[=.,?:!|+-]$|\b(?:return|else|new|throw|case|goto|delete|await|yield)$/.test(lead) || /^[-+!*&(]/.test(lead))
    return null;
  const owner = (match[1] ?? "")
    .replace(/<[^<>]*>/g, "")
    .split(/\s*(?:::|\.)\s*/)
    .filter((part) => part !== "")
    .join(".");
  const last = owner.slice(owner.lastIndexOf(".") + 1);
  const isConstructor = name === last || (holder !== null && (name === holder.name || owner === holder.name));
  const base = {
    ...common,
    is: "callable" as const,
    owner: owner === "" || owner === holder?.name ? null : owner,
    hasBody: topLevelArrow(text, paren),
    isInitializer: /[\w>]$/.test(text) && INITIALIZERS.test(text.slice(balanced(text, paren, "(", ")"))),
  };
  // A macro that declares, such as `TEST(Cart, adds)`.
  if (lead === "" && EXPORTS.test(name) && name.length > 2 && !isConstructor) {
    const args = /^\(\s*([A-Za-z_][\w, ]{0,150})\)/.exec(text.slice(paren))?.[1];
    if (args === undefined) return null;
    return { ...base, kind: "function", name: args.split(/\s*,\s*/).join("."), nameAt: offset + paren + 1 };
  }
  const nameAt = offset + cut + match.index + (match[1] ?? "").length + (/^\s*/.exec(match[2] ?? "")?.[0].length ?? 0);
  const isBare = lead === "" && !isConstructor && !name.startsWith("~") && owner === "";
  // Without a type before it, only C of old declares a function so, and never in a type.
  if (isBare && holder !== null && holder.kind !== "namespace" && !/^[a-z]/.test(name)) return null;
  return {
    ...base,
    kind: isConstructor ? "constructor" : "function",
    name,
    nameAt,
    isForward: common.isForward || (isBare && holder === null && !/^\w+\s*\([^;]*\)\s*$/.test(text)),
  };
}

function topLevelArrow(text: string, paren: number): boolean {
  return /\)[^()]{0,80}=>/.test(text.slice(paren, paren + 1200));
}

function valueHead(
  text: string,
  offset: number,
  equals: number,
  common: Common,
  holder: Pick<FoundDeclaration, "kind" | "name"> | null,
): Head | null {
  const left = (equals > 0 ? text.slice(0, equals) : text).trimEnd().slice(0, 600);
  const first = /^[^,]*/.exec(left.replace(/<[^<>]*>/g, (args) => " ".repeat(args.length)))?.[0].trimEnd() ?? left;
  const match = VALUE_NAME.exec(first);
  const name = match?.[1];
  if (match === null || name === undefined || match.index === 0 || NO_FUNCTIONS.test(name)) return null;
  const lead = first.slice(0, match.index).trimEnd();
  if (lead === "" || !/[\w*&>\]?]$/.test(lead) || /\b(?:return|goto|case|else|new|throw|delete)$/.test(lead))
    return null;
  const isConstant = CONSTANT.test(lead) && !/\*\s*$/.test(lead);
  const isExtern = /^extern\b/.test(text) && equals < 0;
  return {
    ...common,
    is: "value",
    kind: isConstant && (holder === null || holder.kind === "namespace") ? "constant" : "variable",
    name,
    nameAt: offset + match.index,
    isExtern,
  };
}

function accessOf(text: string): Access | null {
  const word = /^(?:[\w@]+\s+){0,3}?(public|private|protected|internal)\b(?!\s*:)/.exec(text)?.[1];
  return word === "public" || word === "private" || word === "protected" || word === "internal" ? word : null;
}
