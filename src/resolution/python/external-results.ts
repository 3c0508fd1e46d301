/** Python: the results of calls outside the project that no list of a library tells. */
import { toInstance } from "../instance.js";
import { type External, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";

/** Modules with functions that may give back their argument, or the symbol of the project that a name stands for. */
const HANDING_ON: ReadonlySet<string> = new Set(
  (
    "asyncio builtins concurrent.futures contextlib copy django.utils.module_loading functools importlib itertools operator pkgutil types typing " +
    "typing_extensions weakref werkzeug.utils"
  ).split(" "),
);

/** Functions, and methods of values, of the runtime that never give a value of the project: `open(path).read()`, `name.strip()`. */
const OF_RUNTIME =
  /^(?:ascii|bin|bool|bytearray|bytes|chr|complex|float|format|hash|hex|id|input|int|len|oct|open|ord|range|repr|str)\b/;

/** The result of a call outside the project: an instance of a class, or a value that is not a class of the project. */
export function resultOfExternal({ module, name }: External): Place {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (/^[A-Z]/.test(last)) return { is: "external", module, name, type: name };
  if (module === null && !OF_RUNTIME.test(name)) return UNKNOWN;
  if ((module !== null && HANDING_ON.has(module)) || name.length > LONGEST_NAME) return UNKNOWN;
  return { is: "external", module, name: `${name}()`, type: `${name}()` };
}

const LONGEST_NAME = 60;

/** Methods of pydantic's models that give an object of the class that they are called on. */
const GIVES_SELF =
  /\.(?:construct|copy|from_orm|model_construct|model_copy|model_validate(?:_json|_strings)?|parse_(?:file|obj|raw)|validate)$/;

/** The object that a method of a library's class gives, which a class of the project has as a base; null for other methods. */
export function ofSameClass(program: Program, { module, name }: External, receiver: Place): Place | null {
  if (module === null || !/^(?:pydantic|sqlmodel)/.test(module) || !GIVES_SELF.test(name)) return null;
  if (receiver.is === "instance") return receiver;
  return receiver.is === "symbols" ? toInstance(program, receiver) : null;
}
