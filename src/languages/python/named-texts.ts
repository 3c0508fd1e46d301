/**
 * Texts that name what the runtime looks up by them: `patch("shop.views.send_mail")`, `import_string("shop.auth.Backend")`, `"shop.worker:Timer"`, and
 * members by their names: `patch.object(Cart, "total")`, `getattr(cart, "total")`.
 */
import { type Analysis, type Scope, textOf } from "./analysis.js";
import { lookup } from "./scopes.js";

/** The free name that stands for the modules which a text names, as a known function looks them up; no name of a source has a dot. */
export const TEXT_OF_NAMES = "text.of.names";
/** The same of a text that looks like the name of something in a module, though nothing tells that it is looked up. */
export const TEXT_LIKE_NAMES = "text.like.names";
/** The same of a text with a colon, `"shop.worker:Timer"`, whose last name is never that of a module. */
export const TEXT_LIKE_ENTRY = "text.like.entry";

/** Functions that look up the dotted name which they are given first. */
const LOOKING_UP: ReadonlySet<string> = new Set(
  "patch setattr delattr multiple import_string import_module symbol_by_name import_object import_from_string locate resolve_name import_by_path".split(
    " ",
  ),
);
/** Functions that look up a member of their first argument by the name in their second. */
const OF_MEMBERS: ReadonlySet<string> = new Set(["getattr", "setattr", "hasattr", "delattr"]);

/** Methods that do so, with the names before the dot. */
const METHODS_OF_MEMBERS =
  /(?:^|\.)(?:patch\.object|monkeypatch\.(?:setattr|delattr)|mp\.setattr|mocker\.(?:spy|stub))$/;

/** At most this many characters of a text are read. */
const LONGEST = 200;
const TEXT = /^[rRuU]?(?:"([^"\\]*)"|'([^'\\]*)')$/;
const DOTTED = /^[A-Za-z_][\w.]*(?:(?<=\w):[\w.]+)?$/;
/** An entry point in a list of `setup.py`: `shop = shop.cli:main`. */
const ENTRY = /^[\w.-]+ *= *(?=[\w.]+:)/;
const PLAIN_TEXT = /^[rRuU]?(?:"([A-Za-z_]\w{0,100})"|'([A-Za-z_]\w{0,100})')$/;

/**
 * The names in a text that is, whole, a dotted name: `"a.b.c"`, `"a.b:c"`, `MODULE + ".c"`, and the free name that stands for the modules there. Null
 * for any other text.
 */
export function namesInText(a: Analysis, scope: Scope, node: number): { names: string[]; modules: string } | null {
  const { tree } = a;
  const parent = tree.parent(node);
  const around = tree.type(parent);
  if (around === "expression_statement" || around === "concatenated_string") return null;
  const text = (tree.type(node) === "string" ? textIn(a, node) : sumOfTexts(a, scope, node))?.replace(ENTRY, "");
  if (text === undefined || !DOTTED.test(text)) return null;
  const names = text.split(/[.:]/);
  if (names.length < 2 || !names.every((name) => /^[A-Za-z_]/.test(name))) return null;
  if (around === "argument_list" && isLookingUp(a, parent, node)) return { names, modules: TEXT_OF_NAMES };
  return { names, modules: text.includes(":") ? TEXT_LIKE_ENTRY : TEXT_LIKE_NAMES };
}

/** The text of a constant; undefined for one that is long, or has parts to be filled in. */
function textIn({ tree }: Analysis, node: number): string | undefined {
  if (tree.end(node) - tree.start(node) > LONGEST) return undefined;
  const match = TEXT.exec(tree.text(node));
  return match?.[1] ?? match?.[2];
}

/** The text of `MODULE + ".name"`, where MODULE is a constant of the file. */
function sumOfTexts(a: Analysis, scope: Scope, node: number): string | undefined {
  const { tree } = a;
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  if (tree.type(left) !== "identifier" || tree.type(right) !== "string") return undefined;
  const end = textIn(a, right);
  if (end?.startsWith(".") !== true) return undefined;
  const [binding, ...others] = lookup(a, scope, tree.text(left), left)?.bindings ?? [];
  if (binding?.kind !== "symbol" || others.length > 0) return undefined;
  const [value, ...further] = a.values.get(binding.symbol) ?? [];
  if (value === undefined || further.length > 0 || value.steps.length > 0) return undefined;
  const start = tree.type(value.node) === "string" ? textIn(a, value.node) : undefined;
  return start && start + end;
}

function isLookingUp({ tree }: Analysis, list: number, node: number): boolean {
  const call = tree.parent(list);
  if (tree.type(call) !== "call" || tree.namedChildren(list)[0] !== node) return false;
  const callee = tree.child(call, "function");
  const last = tree.type(callee) === "attribute" ? tree.child(callee, "attribute") : callee;
  return LOOKING_UP.has(textOf(tree, last));
}

/** The holder and the member, by its text, that a call looks up: `getattr(cart, "total")`; null for any other call. */
export function memberInText({ tree }: Analysis, call: number): { holder: number; text: number; name: string } | null {
  const callee = tree.child(call, "function");
  const list = tree.child(call, "arguments");
  if (callee < 0 || list < 0) return null;
  const isPlain = tree.type(callee) === "identifier";
  const written = tree.text(callee);
  if (isPlain ? !OF_MEMBERS.has(written) : written.length > 100 || !METHODS_OF_MEMBERS.test(written)) return null;
  const [holder, text] = tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  if (holder === undefined || text === undefined || tree.type(text) !== "string") return null;
  const match = PLAIN_TEXT.exec(tree.text(text));
  const name = match?.[1] ?? match?.[2];
  return name === undefined ? null : { holder, text, name };
}
