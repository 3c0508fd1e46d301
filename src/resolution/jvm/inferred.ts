/** The types of Kotlin's functions and properties that write none: of the values that they are. */
import type { NamedType, Step } from "../../model/parse-result.js";
import { isStep } from "../../model/steps.js";
import type { Program } from "../program.js";
import { type ProgramFile, parentAt, symbolAt } from "../program-file.js";
import { composedValue } from "./compose.js";
import { onlyType } from "./evaluation.js";
import { type FoundMethod, fieldIn, innerOf, methodsOf } from "./hierarchy.js";
import { type Inference, type Inferred, unify } from "./infer.js";
import { GIVING_RECEIVER } from "./kotlin.js";
import { standIn } from "./kotlin-mocks.js";
import { isClass, simpleType } from "./names.js";
import { typesAround } from "./receivers.js";
import { jvmCaches } from "./state.js";
import { extensionsOf, importedFunctions, topFunctions } from "./top-level.js";
import { erased, NO_BINDINGS, substitute, type Type, typeOfClass, UNKNOWN, unwrapped } from "./types.js";
import { freeName, typeOfMeaning } from "./walk.js";
import { typeIn } from "./written.js";

/** The function by which a delegate gives the value of its property. */
const DELEGATE = "getValue";

/** Values that lead to each other are followed to at most this depth. */
const DEEPEST = 64;

/** The type of a walk over values that a declaration of a file writes. */
export function typeOfWalk(program: Program, file: ProgramFile, from: number, walk: NamedType): Type {
  const caches = jvmCaches(program);
  const known = caches.walkTypes.get(walk);
  if (known !== undefined) return known;
  if (caches.walks >= DEEPEST) return UNKNOWN;
  // Stands in while the value is followed: it may lead back here.
  caches.walkTypes.set(walk, UNKNOWN);
  caches.walks++;
  const type = follow({ program, file, from }, walk);
  caches.walks--;
  caches.walkTypes.set(walk, type);
  return type;
}

/** The symbol of a file in which a walk is written. */
interface Site {
  readonly program: Program;
  readonly file: ProgramFile;
  readonly from: number;
}

function follow(site: Site, { root, path }: NamedType): Type {
  const { program, file, from } = site;
  program.caches.spent++;
  let index = 0;
  let type: Type;
  if (root.in === "free") {
    const [step] = path;
    if (isStep(step, "call")) {
      type = calledAlone(site, root.name, step.count ?? 0);
      index = 1;
    } else {
      const named = simpleType(program, file, from, root.name);
      if (isClass(named) && /^\p{Lu}/u.test(root.name)) return onClass(site, typeOfClass(named), path);
      type = typeOfMeaning(freeName(program, file, from, root.name, receiversOf(site)));
    }
  } else if (root.in === "call" && path[0] === DELEGATE) {
    // `by viewModels<Cart>()` of a library gives what it names.
    type = resultOfCall(site, root);
    const [written = null, other] = root.typeArguments;
    if (type.is === "unknown" && other === undefined) return typeIn(program, file, from, written);
  } else if (root.in === "this") type = selfOf(program, file, root.type);
  else if (root.in === "instance") type = typeIn(program, file, from, root.type);
  else if (root.in === "call") type = resultOfCall(site, root);
  else return UNKNOWN;
  return onValue(site, type, path, index);
}

/** The result of a call whose type arguments are written, or told by its arguments. */
function resultOfCall(
  site: Site,
  { of, typeArguments, arguments: given }: Extract<NamedType["root"], { in: "call" }>,
): Type {
  const { program, file, from } = site;
  const methods = methodsOfWalk(site, of);
  const count = given.length;
  const fitting = methods.filter(({ method }) => count >= method.least && count <= method.most);
  if (fitting.length === 0) {
    if (of.root.in !== "free" || of.path.length > 0) return UNKNOWN;
    const named = simpleType(program, file, from, of.root.name);
    const written = typeArguments.map((argument) => typeIn(program, file, from, argument));
    if (isClass(named)) return typeOfClass(named, written);
    const [first = null, ...others] = written;
    const type = others.length === 0 ? first : null;
    const value = () => typeIn(program, file, from, given[0] ?? null);
    const made = standIn(file, of.root.name, type, value);
    return made.is === "unknown" ? composedValue(file, of.root.name, type, value) : made;
  }
  return onlyType(
    fitting.map(({ method, bindings }) => {
      const { variables } = method;
      const found: Inferred = new Map();
      const inference: Inference = { program, open: variables, found };
      if (typeArguments.length === variables.length)
        for (const [index, argument] of typeArguments.entries()) {
          const variable = variables[index];
          if (variable !== undefined) found.set(variable, typeIn(program, file, from, argument));
        }
      else
        for (const [index, argument] of given.entries())
          if (argument !== null)
            unify(inference, method.parameters()[index] ?? UNKNOWN, typeIn(program, file, from, argument));
      const result = substitute(substitute(method.result(), bindings), found);
      return result.is === "variable" && variables.includes(result.variable) ? UNKNOWN : result;
    }),
  );
}

/** The methods that a walk to a name means. */
function methodsOfWalk(site: Site, { root, path }: NamedType): FoundMethod[] {
  const { program, file, from } = site;
  const name = path.at(-1);
  if (name === undefined) {
    if (root.in !== "free") return [];
    for (const receiver of receiversOf(site)) {
      const type = erased(receiver);
      const { found } = type.is === "class" ? methodsOf(program, type, root.name) : { found: [] };
      if (found.length > 0) return found;
    }
    const top = topFunctions(program, file, root.name, true);
    return (top.length > 0 ? top : importedFunctions(program, file, root.name)).map((method) => ({
      method,
      bindings: NO_BINDINGS,
    }));
  }
  if (typeof name !== "string") return [];
  const holder = { kind: "named" as const, root, path: path.slice(0, -1) };
  const named =
    root.in === "free" && holder.path.length === 0 && /^\p{Lu}/u.test(root.name)
      ? simpleType(program, file, from, root.name)
      : null;
  const type = erased(isClass(named) ? typeOfClass(named) : follow(site, holder));
  if (type.is !== "class") return [];
  const { found } = methodsOf(program, type, name);
  return found.length > 0 ? found : extensionsOf({ program, file, receivers: () => receiversOf(site) }, type, name);
}

function selfOf(program: Program, file: ProgramFile, index: number): Type {
  return typesAround(program, file, index)[0] ?? UNKNOWN;
}

/** Members of a class by its name: of its companion, or of an object. */
function onClass(site: Site, type: Type, path: readonly Step[]): Type {
  const { program } = site;
  const [first, second] = path;
  if (isStep(first, "value")) return type;
  if (type.is !== "class" || typeof first !== "string") return UNKNOWN;
  const inner = innerOf(program, type.cls, first);
  if (inner === null) return onValue(site, type, path, 0);
  if (isStep(second, "call")) return onValue(site, typeOfClass(inner), path, 2);
  return onClass(site, typeOfClass(inner), path.slice(1));
}

function onValue(site: Site, start: Type, path: readonly Step[], first: number): Type {
  const { program } = site;
  let type = start;
  for (let index = first; index < path.length; index++) {
    const step = path[index];
    if (isStep(step, "value")) continue;
    if (typeof step !== "string") return UNKNOWN;
    const call = path[index + 1];
    const value = erased(type);
    if (isStep(call, "call")) {
      index++;
      if (GIVING_RECEIVER.has(step)) continue;
      type = called(site, value, step, call.count ?? 0);
    } else {
      const field = value.is === "class" ? fieldIn(program, value, step) : null;
      type = field === null ? UNKNOWN : substitute(field.field.type(), field.bindings);
    }
    if (type.is === "unknown") return UNKNOWN;
  }
  return unwrapped(type);
}

function called(site: Site, type: Type, name: string, count: number): Type {
  const { program, file } = site;
  if (type.is !== "class") return UNKNOWN;
  const { found } = methodsOf(program, type, name);
  return resultOfAll(
    found.length > 0 ? found : extensionsOf({ program, file, receivers: () => receiversOf(site) }, type, name),
    count,
  );
}

function calledAlone(site: Site, name: string, count: number): Type {
  const { program, file, from } = site;
  for (const receiver of receiversOf(site)) {
    const type = called(site, erased(receiver), name, count);
    if (type.is !== "unknown") return type;
  }
  const own = topFunctions(program, file, name, true);
  const top = own.length > 0 ? own : importedFunctions(program, file, name);
  if (top.length > 0)
    return resultOfAll(
      top.map((method) => ({ method, bindings: NO_BINDINGS })),
      count,
    );
  const named = simpleType(program, file, from, name);
  return isClass(named) && named.variables.length === 0 ? typeOfClass(named) : UNKNOWN;
}

/** The result that all methods that take a number of arguments have. One with type parameters of its own has none that is known. */
function resultOfAll(methods: readonly FoundMethod[], count: number): Type {
  const fitting = methods.filter(({ method }) => count >= method.least && count <= method.most);
  return onlyType(
    fitting.map(({ method, bindings }) => {
      const result = substitute(method.result(), bindings);
      return result.is === "variable" && method.variables.includes(result.variable) ? UNKNOWN : result;
    }),
  );
}

function receiversOf(site: Site): Type[] {
  const { program, file, from } = site;
  const extended: Type[] = [];
  for (let index = from; index > 0; index = parentAt(file, index)) {
    const { receiverType } = symbolAt(file, index);
    if (receiverType !== null) extended.push(typeIn(program, file, index, receiverType));
  }
  return [...extended, ...typesAround(program, file, from)];
}
