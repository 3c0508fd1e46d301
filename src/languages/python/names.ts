/** Names: the roots that they are, and the types that annotations write with them. */
import { nth } from "../../base/need.js";
import type { Step, TypeExpr } from "../../model/parse-result.js";
import { VALUE } from "../../model/steps.js";
import { freeNamed, functionOf, literal, named, tuple, UNKNOWN_TYPE, union } from "../../model/type-forms.js";
import type { Analysis, Scope, Walk, WalkRoot } from "./analysis.js";
import { rootOfBindings } from "./branches.js";
import { lookup } from "./scopes.js";

/** The root of a name in a scope: a symbol, an import, or a name that the file does not bind. Null for a local value. */
export function rootOfName(a: Analysis, scope: Scope, name: string, node: number): WalkRoot | null {
  const found = lookup(a, scope, name, node);
  return found === null ? { in: "free", name } : rootOfBindings(a, found.bindings);
}

/** The names of a chain, `a.b.c`; null where it is more than names. */
export function namesOf({ tree }: Analysis, node: number): string[] | null {
  const names: string[] = [];
  let inner = node;
  while (tree.type(inner) === "attribute") {
    const attribute = tree.child(inner, "attribute");
    if (attribute < 0) return null;
    names.push(tree.text(attribute));
    inner = tree.child(inner, "object");
    if (inner < 0) return null;
  }
  if (tree.type(inner) === "dotted_name")
    return [...tree.text(inner).replace(/\s+/g, "").split("."), ...names.reverse()];
  if (tree.type(inner) !== "identifier") return null;
  names.push(tree.text(inner));
  return names.reverse();
}

/** A chain of names that begins with a dotted import, `import a.b`: the longest module that it names, and the names after it. */
export function walkOfDotted(a: Analysis, names: readonly string[]): Walk | null {
  const imports = a.dotted.get(names[0] ?? "");
  if (imports === undefined) return null;
  const text = `${names.join(".")}.`;
  let best = -1;
  let length = 0;
  for (const index of imports) {
    const { specifier } = nth(a.imports, index);
    if (specifier.length > length && text.startsWith(`${specifier}.`)) {
      best = index;
      length = specifier.length;
    }
  }
  if (best < 0) return null;
  const rest = text.slice(length + 1, -1);
  return { root: { in: "import", import: best }, path: rest === "" ? [] : rest.split(".") };
}

/** A use of a name in a type: its root and path, and where its last name ends in the text. */
export interface TypeName extends Walk {
  offset: number;
}

/** Modules whose names make types of others. */
const TYPING: ReadonlySet<string> = new Set([
  "typing",
  "typing_extensions",
  "collections.abc",
  "collections",
  "contextlib",
  "types",
  "builtins",
  "t",
]);

/** Names of typing that have a generic name of the runtime. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["List", "list"],
  ["Dict", "dict"],
  ["Set", "set"],
  ["FrozenSet", "frozenset"],
  ["DefaultDict", "defaultdict"],
  ["Deque", "deque"],
  ["AbstractContextManager", "ContextManager"],
  ["AbstractAsyncContextManager", "AsyncContextManager"],
  ["Awaitable", "Coroutine"],
]);

const WRAPPERS: ReadonlySet<string> = new Set([
  "Annotated",
  "ClassVar",
  "Final",
  "InitVar",
  "NotRequired",
  "Optional",
  "ReadOnly",
  "Required",
  "Unpack",
]);

/** The text of an annotation, or of a string in one. */
interface WrittenAnnotation {
  /** The node of the whole annotation. */
  readonly node: number;
  readonly text: string;
  /** The offset of the text in its file. */
  readonly base: number;
}

/** Reads annotations as text, in strings or not: a string in an annotation is a type that is not evaluated. */
export class TypeReader {
  private offset = 0;
  private depth = 0;

  constructor(
    private readonly a: Analysis,
    private readonly scope: Scope,
    private readonly written: WrittenAnnotation,
    private readonly use: (name: TypeName) => void,
  ) {}

  private get text(): string {
    return this.written.text;
  }

  /** The type; null where nothing is known of it. */
  read(): TypeExpr | null {
    const type = this.union();
    return type === NONE ? null : type;
  }

  private union(): TypeExpr | null {
    if (++this.depth > MOST_DEPTH) {
      this.offset = this.text.length;
      return null;
    }
    const parts = [this.item()];
    for (this.space(); this.text[this.offset] === "|"; this.space()) {
      this.offset++;
      parts.push(this.item());
    }
    this.depth--;
    return unionOf(parts);
  }

  private item(): TypeExpr | null {
    this.space();
    const char = this.text[this.offset] ?? "";
    const quote = /^[rbuRBU]{0,2}("""|'''|"|')/.exec(this.text.slice(this.offset, this.offset + 5));
    if (quote !== null) return this.string(quote[0].length, nth(quote, 1));
    if (char === "[") {
      this.offset++;
      this.list("]");
      return null;
    }
    if (char === "(") {
      this.offset++;
      const [first = null] = this.list(")");
      return first;
    }
    if (char === "*") {
      this.offset += this.text[this.offset + 1] === "*" ? 2 : 1;
      return this.item();
    }
    NAME.lastIndex = this.offset;
    const name = NAME.exec(this.text)?.[0];
    if (name === undefined) {
      OTHER.lastIndex = this.offset;
      this.offset += Math.max(1, OTHER.exec(this.text)?.[0].length ?? 1);
      return null;
    }
    this.offset += name.length;
    return this.named(name.replace(/\s+/g, ""));
  }

  /** A string: of a `Literal` it was skipped, so it is a type. */
  private string(open: number, quote: string): TypeExpr | null {
    const start = this.offset + open;
    const close = this.text.indexOf(quote, start);
    const end = close < 0 ? this.text.length : close;
    this.offset = end + quote.length;
    if (this.depth >= MOST_DEPTH) return null;
    const { node, text, base } = this.written;
    const written = { node, text: text.slice(start, end), base: base + start };
    const inner = new TypeReader(this.a, this.scope, written, this.use);
    inner.depth = this.depth + 1;
    return inner.union();
  }

  private named(dotted: string): TypeExpr | null {
    const names = dotted.split(".");
    const offset = this.written.base + this.offset;
    if (dotted === "None") return NONE;
    const walk = this.walkOf(names);
    const known = walk === null ? null : typingName(this.a, walk);
    this.space();
    const hasArguments = this.text[this.offset] === "[";
    if (known === "Literal" && hasArguments) {
      this.skip();
      return literal("str");
    }
    const variable = names.length === 1 ? this.variable(dotted) : null;
    if (walk !== null && known === null) this.use({ ...walk, offset });
    if (variable !== null) return variable;
    if (hasArguments) this.offset++;
    if (known === "Callable" && hasArguments) return this.callable();
    const args = hasArguments ? this.list("]") : [];
    if (walk === null) return null;
    return known === null ? named(walk.root, walk.path, argumentsOf(args)) : this.ofTyping(known, walk, args);
  }

  private walkOf(names: readonly string[]): Walk | null {
    const dotted = names.length > 1 ? walkOfDotted(this.a, names) : null;
    if (dotted !== null) return dotted;
    const { node } = this.written;
    const root = rootOfName(this.a, namesScope(this.a, this.scope, node), nth(names, 0), node);
    return root === null ? null : { root, path: names.slice(1) };
  }

  /** A type variable of the class or function around it, or of the module. */
  private variable(name: string): TypeExpr | null {
    for (let current: Scope | null = this.scope; current !== null; current = current.parent) {
      if (current.selfVariable === name && current.parent !== null)
        return named({ in: "this", type: current.parent.symbol });
      const bound = current.typeParameters?.get(name);
      if (bound !== undefined) return named({ in: "parameter", name, bound });
    }
    const bound = this.a.typeVariables.get(name);
    if (bound === undefined) return null;
    const { module, tree } = this.a;
    const type =
      bound < 0 || this.depth > 5
        ? null
        : new TypeReader(this.a, module, { node: bound, text: tree.text(bound), base: 0 }, () => {}).read();
    return named({ in: "parameter", name, bound: type });
  }

  /** `Callable[[A, B], R]`, after the bracket. */
  private callable(): TypeExpr {
    this.space();
    let parameters: (TypeExpr | null)[] = [];
    if (this.text[this.offset] === "[") {
      this.offset++;
      parameters = this.list("]");
    }
    const rest = this.list("]");
    return functionOf(
      withoutNone(rest.at(-1) ?? null),
      parameters.map((each) => withoutNone(each) ?? UNKNOWN_TYPE),
    );
  }

  private ofTyping(name: string, walk: Walk, args: (TypeExpr | null)[]): TypeExpr | null {
    const [first = null] = args;
    if (WRAPPERS.has(name)) return withoutNone(first);
    switch (name) {
      case "Union":
        return unionOf(args);
      case "Type":
      case "type":
        return first?.kind === "named" && first.args === undefined ? named(first.root, [...first.path, VALUE]) : first;
      case "Self": {
        const type = classAround(this.a, this.scope);
        return type < 0 ? null : named({ in: "this", type });
      }
      case "TypeGuard":
      case "TypeIs":
        return { kind: "guard", of: withoutNone(first) ?? UNKNOWN_TYPE, isPartial: false };
      case "Any":
      case "object":
        return null;
      case "Tuple":
      case "tuple": {
        if (args.length === 0) return freeNamed("tuple");
        const isOpen = this.text.slice(0, this.offset).trimEnd().replace(/\s/g, "").endsWith("...]");
        return isOpen ? freeNamed("list", [withoutNone(first) ?? UNKNOWN_TYPE]) : tuple(argumentsOf(args) ?? []);
      }
      case "Generator":
      case "AsyncGenerator":
        return freeNamed(name, [withoutNone(first) ?? UNKNOWN_TYPE]);
      case "Coroutine":
      case "Awaitable":
        return freeNamed("Coroutine", [withoutNone(args.at(-1) ?? null) ?? UNKNOWN_TYPE]);
      default: {
        if (args.length === 0) return named(walk.root, walk.path);
        return freeNamed(RENAMED.get(name) ?? name, argumentsOf(args));
      }
    }
  }

  /** The types up to a bracket. */
  private list(close: string): (TypeExpr | null)[] {
    const types: (TypeExpr | null)[] = [];
    for (;;) {
      this.space();
      const char = this.text[this.offset];
      if (char === undefined) return types;
      if (char === close) {
        this.offset++;
        return types;
      }
      const before = this.offset;
      if (char === ",") this.offset++;
      else types.push(this.union());
      if (this.offset === before) this.offset++;
    }
  }

  /** Skips brackets and all that is in them. */
  private skip(): void {
    let open = 0;
    for (; this.offset < this.text.length; this.offset++) {
      const char = this.text[this.offset];
      if (char === "[") open++;
      if (char === "]" && --open === 0) {
        this.offset++;
        return;
      }
    }
  }

  private space(): void {
    SPACE.lastIndex = this.offset;
    this.offset += SPACE.exec(this.text)?.[0].length ?? 0;
  }
}

/** The name of a class, after the names of modules. */
export const CLASS_NAME = /^(?:\w+\.)*_*\p{Lu}\w*\p{Ll}\w*$/u;

const MOST_DEPTH = 40;
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)*/uy;
const OTHER = /\.\.\.|[\d.]+|[^\s\w"'[\](),|]+/uy;
const SPACE = /(?:\s|#[^\n]*|\\\r?\n)*/y;

/** Stands for `None`, which adds no members to a union. */
const NONE: TypeExpr = literal("None");

function withoutNone(type: TypeExpr | null): TypeExpr | null {
  return type === NONE ? null : type;
}

function argumentsOf(args: (TypeExpr | null)[]): TypeExpr[] | undefined {
  return args.length === 0 ? undefined : args.map((each) => withoutNone(each) ?? UNKNOWN_TYPE);
}

/** A union of the types that are known. */
export function unionOf(types: readonly (TypeExpr | null)[]): TypeExpr | null {
  const known = types.filter((each): each is TypeExpr => each !== null && each !== NONE);
  if (known.length === 0) return types.includes(NONE) && types.length === 1 ? NONE : null;
  return known.length === 1 ? nth(known, 0) : union(known);
}

/** The name of a walk in the modules of types; null for any other. */
export function typingName(a: Analysis, { root, path }: Walk): string | null {
  if (root.in === "free") return path.length === 0 && BUILT_IN.has(root.name) ? root.name : null;
  if (root.in !== "import") return null;
  const { specifier, imported } = nth(a.imports, root.import);
  if (!TYPING.has(specifier)) return null;
  const names: Step[] = imported === "*" ? path : [imported, ...path];
  const [name] = names;
  return names.length === 1 && typeof name === "string" ? name : null;
}

const BUILT_IN: ReadonlySet<string> = new Set(["list", "dict", "set", "frozenset", "tuple", "type", "object"]);

/** The innermost class around a scope, or -1. */
export function classAround(_a: Analysis, scope: Scope): number {
  for (let current: Scope | null = scope; current !== null; current = current.parent)
    if (current.kind === "class") return current.symbol;
  return -1;
}

/** The scope that the names of an annotation are looked up in: of a signature the one around the function. */
function namesScope({ tree }: Analysis, scope: Scope, node: number): Scope {
  if (scope.kind !== "function" || scope.parent === null) return scope;
  const body = tree.child(scope.node, "body");
  return node < body || body < 0 ? scope.parent : scope;
}

/** Reads the annotation at a node. */
export function readType(
  a: Analysis,
  scope: Scope,
  node: number,
  use: (name: TypeName) => void = () => {},
): TypeExpr | null {
  const { tree } = a;
  return new TypeReader(a, scope, { node, text: tree.text(node), base: tree.start(node) }, use).read();
}
