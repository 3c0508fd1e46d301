/**
 * Stand-ins of Kotlin's tests: `mock<Store>()` of mockito-kotlin and `mockk<Store>()` of MockK give a Store, and names in their lambdas are its members.
 * The functions are those of the libraries' documentation.
 */
import type { Reference } from "../../model/parse-result.js";
import type { ProgramFile } from "../program-file.js";
import type { Evaluation } from "./evaluation.js";
import { libraryClass } from "./library.js";
import { receiversAt } from "./receivers.js";
import { type Type, typeOfClass, UNKNOWN, unwrapped } from "./types.js";
import { typeOfMeaning, walk } from "./walk.js";
import { typeIn } from "./written.js";

const MOCKITO = "org.mockito.kotlin";
const MOCKK = "io.mockk";

/** Functions that make an object of the type in their angle brackets, by package. */
const MAKING: ReadonlyMap<string, readonly string[]> = new Map([
  ["mock", [MOCKITO]],
  ["spy", [MOCKITO]],
  ["mockk", [MOCKK]],
  ["spyk", [MOCKK]],
  ["mockkClass", [MOCKK]],
]);
/** Functions that give back what they are given. */
const GIVING_BACK: ReadonlyMap<string, readonly string[]> = new Map([
  ["verify", [MOCKITO]],
  ["spy", [MOCKITO]],
  ["spyk", [MOCKK]],
]);
/** Functions that make what keeps arguments of a type. */
const KEEPING: ReadonlyMap<string, readonly [module: string, name: string]> = new Map([
  ["argumentCaptor", [MOCKITO, "KArgumentCaptor"]],
  ["slot", [MOCKK, "CapturingSlot"]],
]);
/** Members of mockito-kotlin's KStubbing whose lambda has the stand-in as its receiver. */
const STUBBING = /^on(?:Blocking|Generic)?$/;

/** The value that a call of such a function gives; unknown for others. */
export function mockedResult(e: Evaluation, reference: Reference): Type {
  const name = freeName(reference);
  if (name === null) return UNKNOWN;
  const [written, ...others] = reference.typeArguments ?? [];
  const type = written === undefined || others.length > 0 ? null : typeIn(e.program, e.file, reference.from, written);
  return standIn(e.file, name, type, () => firstGiven(e, reference));
}

/** The value that a function of a name makes of a type in its angle brackets, or of the first value that it is given; unknown for other functions. */
export function standIn(file: ProgramFile, name: string, written: Type | null, given: () => Type): Type {
  if (written === null) return isOfOne(file, GIVING_BACK.get(name), name) ? given() : UNKNOWN;
  if (isOfOne(file, MAKING.get(name), name)) return written;
  const [module, kept] = KEEPING.get(name) ?? [];
  return module !== undefined && kept !== undefined && isOfOne(file, [module], name)
    ? holding(module, kept, written)
    : UNKNOWN;
}

/** The receiver that such a call gives its lambda; null for other functions. */
export function mockedReceiver(e: Evaluation, reference: Reference): Type | null {
  const { path } = reference;
  const last = path.at(-1);
  if (last === "stub" && isOfOne(e.file, [MOCKITO], "stub")) {
    const { root, from, lambda } = reference;
    const value = typeOfMeaning(walk(e, { root, path: path.slice(0, -1) }, { from, lambda }, "any"));
    return holding(MOCKITO, "KStubbing", value);
  }
  const name = freeName(reference);
  if (name === null) return null;
  if (name === "verifyBlocking" && isOfOne(e.file, [MOCKITO], name)) return firstGiven(e, reference);
  if (name === "mock" && isOfOne(e.file, [MOCKITO], name))
    return holding(MOCKITO, "KStubbing", mockedResult(e, reference));
  if (isOfOne(e.file, MAKING.get(name), name)) return mockedResult(e, reference);
  const mayStub = STUBBING.test(name) && e.file.imports.some(({ specifier }) => specifier === MOCKITO);
  return mayStub ? stubbed(e, reference) : null;
}

function freeName({ root, path }: Reference): string | null {
  return root.in === "free" && path.length === 0 ? root.name : null;
}

/** A type of a library that holds a value; unknown where the value is. */
export function holding(module: string, name: string, value: Type): Type {
  const cls = libraryClass(module, name);
  return cls === null || value.is === "unknown" ? UNKNOWN : typeOfClass(cls, [value]);
}

function firstGiven(e: Evaluation, reference: Reference): Type {
  const first = reference.arguments?.[0] ?? null;
  return first === null ? UNKNOWN : typeOfMeaning(walk(e, first, reference, "any"));
}

/** The stand-in that the lambda around a call stubs; null where it stubs none. */
function stubbed(e: Evaluation, reference: Reference): Type | null {
  for (const receiver of receiversAt(e, reference))
    if (receiver.is === "class" && receiver.cls.decl === null && receiver.cls.name === "KStubbing")
      return unwrapped(receiver.args[0] ?? UNKNOWN);
  return null;
}

/** Whether a file imports a name from one of some packages. */
export function isOfOne({ imports }: ProgramFile, modules: readonly string[] | undefined, name: string): boolean {
  if (modules === undefined) return false;
  return imports.some(
    ({ specifier, imported, local }) => modules.includes(specifier) && (imported === "*" || local === name),
  );
}
