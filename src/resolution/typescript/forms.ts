/**
 * TypeScript and JavaScript: forms of react-hook-form. `useForm<Values>()` gives a form whose values are of that type, and so does
 * `useForm({ resolver: zodResolver(S) })` of what the schema S gives.
 */
import { lastName, words } from "../../base/words.js";
import { OUTPUT } from "../../model/steps.js";
import { holderOf, type Library, stepsFrom, valueOfType } from "./library.js";

const FORM = "UseFormReturn";
const RESOLVER = "Resolver";
/** Functions that give a form, by the type argument or the resolver in the options. */
const MAKERS = words("useForm useFormContext");
/** Methods that give all values where they are called without an argument. */
const GIVING = words("getValues watch");

export const forms: Library = {
  result({ program, place, given }) {
    const name = lastName(place.name);
    const [values] = place.given ?? [];
    if (values !== undefined && place.name.startsWith(FORM))
      return GIVING.has(name) && given?.count === 0 ? valueOfType(program, values) : null;
    if (!MAKERS.has(name)) return null;
    const type = given?.typeArguments[0];
    if (type !== undefined) return holderOf(place, FORM, type);
    const options = given?.arguments[0] ?? null;
    const resolver = options === null ? null : valueOfType(program, stepsFrom(options, "resolver"));
    const resolved = resolver?.is === "external" && resolver.type === RESOLVER ? resolver.args?.[0] : undefined;
    return resolved === undefined ? null : holderOf(place, FORM, resolved);
  },
  member(_program, { type, args, module }, name) {
    const [values] = args ?? [];
    if (type !== FORM || values === undefined) return null;
    return { is: "external", module, name: `${FORM}.${name}`, type: null, given: [values] };
  },
  parameter(program, place, given) {
    const name = lastName(place.name);
    const [values] = place.given ?? [];
    const type = given?.typeArguments[0];
    if (name === "useForm" && type !== undefined)
      return { is: "object", names: ["defaultValues", "values"], types: [type, type] };
    if (values === undefined || !place.name.startsWith(FORM)) return null;
    if (name === "reset") return valueOfType(program, values);
    return name === "handleSubmit" ? { is: "function", result: null, parameters: [values] } : null;
  },
};

/** Resolvers check the values of a form by a schema. */
export const resolvers: Library = {
  result({ place, given }) {
    const schema = given?.arguments[0] ?? null;
    if (schema === null || !/^(?:zod|valibot|yup)Resolver$/.test(lastName(place.name))) return null;
    return holderOf(place, RESOLVER, stepsFrom(schema, OUTPUT));
  },
};
