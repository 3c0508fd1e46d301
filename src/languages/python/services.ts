/**
 * Services by their classes: `request.find_service(IMail)` of Pyramid and `container.resolve(Mail)` give an object of the class, most likely. Interfaces of
 * zope.interface are declared without `self`, and classes name those that they implement in a decorator.
 */
import { words } from "../../base/words.js";
import { freeNamed } from "../../model/type-forms.js";
import type { Analysis, Scope, Walk } from "./analysis.js";
import { expressionOf } from "./decorators.js";
import { CLASS_NAME, readType } from "./names.js";
import { instanceOf } from "./walks.js";

/** The free name of the type of an object that is likely of its type argument; no name of a source has a dot. */
export const LIKELY = "likely.Instance";

/** Methods that give an object of the class that is their first argument. */
export const LOCATORS: ReadonlySet<string> = words(`
  find_service get_dependency get_instance get_required_service get_service getUtility inject provide queryUtility require resolve
`);

const ZOPE = /^zope\.interface(?:\.|$)/;

/** The object that a call of such a method of an unknown value gives; null for any other call. */
export function serviceAskedFor(a: Analysis, scope: Scope, callee: number, given: readonly number[]): Walk | null {
  const { tree } = a;
  const [first = -1] = given;
  if (first < 0 || tree.type(callee) !== "attribute" || !LOCATORS.has(tree.text(tree.child(callee, "attribute"))))
    return null;
  if (!/^(?:identifier|attribute)$/.test(tree.type(first)) || !CLASS_NAME.test(tree.text(first))) return null;
  const type = readType(a, scope, first);
  return type === null ? null : instanceOf(freeNamed(LIKELY, [type]));
}

/** Whether a class with these bases is an interface of zope.interface. */
export function isZopeInterface(a: Analysis, bases: readonly string[]): boolean {
  return bases.includes("Interface") && a.imports.some(({ specifier }) => ZOPE.test(specifier));
}

/** The nodes of the interfaces that a decorator says a class implements: `@implementer(IMail)`. */
export function interfacesIn(a: Analysis, decorator: number): number[] {
  const { tree } = a;
  const call = expressionOf(tree, decorator);
  if (tree.type(call) !== "call") return [];
  const callee = tree.text(tree.child(call, "function"));
  const isOfZope = a.imports.some(({ specifier }) => ZOPE.test(specifier));
  if (!isOfZope || !/^(?:\w+\.){0,2}implementer$/.test(callee)) return [];
  const given = tree.namedChildren(tree.child(call, "arguments"));
  return given.filter((each) => /^(?:identifier|attribute)$/.test(tree.type(each)));
}
