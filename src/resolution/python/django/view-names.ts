/** Python: the members of generic views by which a view says what it is about: names of Django and of its REST framework. */
import type { External } from "../../place.js";

/** The fields and the method that tell the objects of a view. */
export const QUERY_SET = "queryset";
export const MODEL_OF_VIEW = "model";
export const OBJECTS = "get_queryset";
/** The method that gives one of them. */
export const OBJECT = "get_object";

/** A member of a library's view, by the name of the view's class. */
export const OF_VIEW = /(?:View|ViewSet|Mixin)\.(\w+)$/;
/** The same of serializers and forms. */
export const OF_FORM = /(?:Serializer|Form)\.(\w+)$/;

/** Methods whose results are of a class that a field names, or a method of the project gives; `isClass`: they give the class itself. */
export const MAKERS: ReadonlyMap<string, { field: string; method: string; isClass: boolean }> = new Map([
  ["get_form", { field: "form_class", method: "get_form_class", isClass: false }],
  ["get_form_class", { field: "form_class", method: "get_form_class", isClass: true }],
  ["get_serializer", { field: "serializer_class", method: "get_serializer_class", isClass: false }],
  ["get_serializer_class", { field: "serializer_class", method: "get_serializer_class", isClass: true }],
]);

/** The methods that give what the library hands to a method of the view as its first argument. */
export const GIVEN_TO: ReadonlyMap<string, string> = new Map([
  ["form_invalid", "get_form"],
  ["form_valid", "get_form"],
  ["perform_create", "get_serializer"],
  ["perform_destroy", OBJECT],
  ["perform_update", "get_serializer"],
]);

/** Fields that a library's view sets on itself, with the method that gives their value. */
const HELD: ReadonlyMap<string, string> = new Map([
  ["object", OBJECT],
  ["object_list", OBJECTS],
]);

/** The method that gives what a library's view holds in a member; undefined for any other member of a library. */
export const makerOfHeld = ({ name }: Pick<External, "name">) => HELD.get(OF_VIEW.exec(name)?.[1] ?? "");

/** Whether a member of a library is the request of a view. */
export const isRequestOfView = ({ name }: Pick<External, "name">) => OF_VIEW.exec(name)?.[1] === "request";

/** Members of a view that decide what the library's methods of it give. */
const DECIDING: ReadonlySet<string> = new Set([
  QUERY_SET,
  MODEL_OF_VIEW,
  OBJECTS,
  ...[...MAKERS.values()].flatMap(({ field, method }) => [field, method]),
]);

/** Whether a change of a member of a class changes what methods give that the class has of a library. */
export const decidesOnView = (name: string) => DECIDING.has(name);

/** Whether a class of a library is that of a view, as its name tells. */
export const isView = ({ name }: Pick<External, "name">) => OF_VIEW.test(`${name}.member`);

/** Methods of the library whose results are of the project. */
export const GIVING: ReadonlySet<string> = new Set([OBJECT, OBJECTS, ...MAKERS.keys()]);
