/**
 * TypeScript and JavaScript: the values that functions of widely used libraries give, whose declarations are seldom at hand.
 *
 * | library        | known                                                                                             |
 * |----------------|---------------------------------------------------------------------------------------------------|
 * | Vue            | `ref`, `computed` and their like hold a value, which a template reads without `.value`              |
 * | Pinia          | a store has what its setup returns, or its state, getters and actions                              |
 * | React          | a state and its setter, a ref, a context and a memo hold the value that they are given                 |
 * | zustand        | a hook gives the state, or what the selector takes of it                                           |
 * | TanStack Query, SWR | `data` is what the function of the query or mutation gives                                     |
 * | zod, valibot, yup | what a schema gives has the keys of the objects that it is made of (schemas.ts)             |
 * | react-hook-form | the values of a form are of its type argument, or what the schema of its resolver gives (forms.ts) |
 * | query-key-factory | keys are the functions that they are made of                                               |
 * | TypeORM, MikroORM, Sequelize | what a repository, a builder and a class of entities give (entities.ts)           |
 * | Express, Fastify | handlers get requests and responses with the members that the project adds (web-servers.ts)    |
 * | Cypress        | `cy` and what its commands give have the commands that the project adds (cypress.ts)              |
 * | tRPC           | `input` of a procedure is what its schemas give (procedures.ts)                                    |
 */
import { lastName } from "../../base/words.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { AWAITED, CALLED } from "../../model/steps.js";
import { functionOf, UNKNOWN_TYPE, union } from "../../model/type-forms.js";
import type { External, Place, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { severalOf } from "../several.js";
import { cypress } from "./cypress.js";
import { typeorm } from "./entities.js";
import { forms, resolvers } from "./forms.js";
import { holderOf, type Library, type LibraryCall, stepsFrom, valueOfType } from "./library.js";
import type { GivenArguments } from "./overloads.js";
import { trpc } from "./procedures.js";
import { schemas } from "./schemas.js";
import { express, fastify } from "./web-servers.js";

const REF = /^(?:Ref|ShallowRef|ComputedRef|WritableComputedRef|ModelRef|ToRef|MaybeRef|MaybeRefOrGetter)$/;

const vue: Library = {
  result({ program, place, given, callback }) {
    const first = given?.arguments[0] ?? null;
    const type = given?.typeArguments[0] ?? null;
    switch (lastName(place.name)) {
      case "ref":
      case "shallowRef":
      case "toRef": {
        const held = type ?? first;
        return held === null ? null : holderOf(place, "Ref", held);
      }
      case "computed": {
        const held = type ?? callback(0) ?? (first && stepsFrom(first, "get", CALLED));
        return held === null ? null : holderOf(place, "Ref", held);
      }
      case "reactive":
      case "shallowReactive":
      case "readonly":
      case "markRaw":
      case "toRaw":
        return valueOfType(program, type ?? first);
      case "toRefs":
        return first === null ? null : holderOf(place, REFS, first);
      case "unref":
      case "toValue": {
        const value = valueOfType(program, first);
        return isRef(value) ? valueOfType(program, value.args?.[0]) : value;
      }
      default:
        return null;
    }
  },
  parameter: (program, place, given) =>
    /^(?:ref|shallowRef|reactive|shallowReactive)$/.test(lastName(place.name)) ? typeGiven(program, given) : null,
  // A template reads `user.name` of a `Ref<User>`; a script has no other member of a ref but `value`.
  member(program, value, name) {
    if (value.type === REFS) return refOf(value, name);
    if (!isRef(value)) return null;
    const held = valueOfType(program, value.args?.[0]);
    return name === "value" ? held : program.evaluate.step(program, held, name, null);
  },
};

/** An object whose properties are refs of another's: `toRefs(props)`, `storeToRefs(store)`. */
const REFS = "ToRefs";

function refOf({ module, args: [object] = [] }: External, name: string): Place | null {
  if (object === undefined) return null;
  return { is: "external", module, name: "Ref", type: "Ref", args: [stepsFrom(object, name)] };
}

function isRef(place: Place): place is External {
  return place.is === "external" && place.args !== undefined && REF.test(place.type ?? "");
}

const STORE = "StoreDefinition";

const pinia: Library = {
  result({ program, place, given, callback }) {
    const first = given?.arguments[0] ?? null;
    switch (lastName(place.name)) {
      case "defineStore": {
        // `defineStore("cart", …)` or `defineStore({ id: "cart", … })`.
        const second = given?.arguments[1] ?? null;
        const setup = callback(1);
        if (setup !== null) return holderOf(place, STORE, setup);
        const options = second ?? first;
        if (options === null) return null;
        return holderOf(
          place,
          STORE,
          stepsFrom(options, "state", CALLED),
          stepsFrom(options, "actions"),
          stepsFrom(options, "getters"),
        );
      }
      case STORE: {
        const parts = (place.args ?? []).map((part) => valueOfType(program, part));
        return severalOf(parts, false);
      }
      case "storeToRefs":
        return first === null ? null : holderOf({ ...place, module: "vue" }, REFS, first);
      default:
        return null;
    }
  },
};

const HOOK = "UseBoundStore";
const CREATOR = "StateCreator";

const zustand: Library = {
  result({ program, place, given, callback }) {
    const first = given?.arguments[0] ?? null;
    switch (lastName(place.name)) {
      case "create":
      case "createStore":
      case "createWithEqualityFn": {
        const [state] = given?.typeArguments ?? [];
        // `create<State>()(…)`: the types of its parameters ask for two calls.
        if (given?.count === 0) return holderOf(place, CREATOR, ...(state === undefined ? [] : [state]));
        return hookOf(place, state ?? callback(0));
      }
      case CREATOR:
        return hookOf(place, place.args?.[0] ?? callback(0));
      case HOOK: {
        const takesState = given?.count === 0 || given === null;
        return valueOfType(program, takesState ? place.args?.[0] : callback(0));
      }
      case "getState":
      case "getInitialState":
        return valueOfType(program, place.given?.[0]);
      case "useStore":
      case "useStoreWithEqualityFn": {
        const store = valueOfType(program, first);
        if (given?.count !== 1) return valueOfType(program, callback(1));
        return isHook(store) ? valueOfType(program, store.args?.[0]) : null;
      }
      // Middleware hands on the function that makes the state.
      case "persist":
      case "devtools":
      case "immer":
      case "subscribeWithSelector":
      case "useShallow":
        return valueOfType(program, first);
      default:
        return null;
    }
  },
  parameter(program, place) {
    const [state] = place.args ?? [];
    if (state === undefined) return null;
    if (place.type === HOOK) return { is: "function", result: null, parameters: [state] };
    if (place.type !== CREATOR) return null;
    const partial = functionOf(UNKNOWN_TYPE, [state.type]);
    const set: WrittenType = { ...state, type: functionOf(UNKNOWN_TYPE, [partial]) };
    const get: WrittenType = { ...state, type: functionOf(state.type) };
    const creator: WrittenType = { ...state, type: functionOf(state.type, [set.type, get.type]) };
    return valueOfType(program, creator);
  },
};

function hookOf(place: External, state: WrittenType | null | undefined): Place | null {
  return state === null || state === undefined ? null : holderOf(place, HOOK, state);
}

function isHook(place: Place): place is External {
  return place.is === "external" && place.type === HOOK;
}

const QUERY =
  /^(?:Use|Create)?(?:BaseQuery|Query|SuspenseQuery|Mutation|DefinedQuery)?(?:Result|Return|ReturnType)$|^SWRResponse$/;

const query: Library = {
  result({ place, program, given, callback }) {
    const name = lastName(place.name);
    const type = given?.typeArguments[0] ?? null;
    const options = given?.arguments[0] ?? null;
    switch (name) {
      case "useQuery":
      case "useSuspenseQuery":
      case "useMutation":
      case "createQuery":
      case "createMutation":
      case "useSWR":
      case "default":
      case "useSWRImmutable": {
        const function_ = /Mutation$/.test(name) ? "mutationFn" : "queryFn";
        const made =
          type ?? callback(1) ?? callback(0) ?? (options === null ? null : stepsFrom(options, function_, CALLED));
        return made === null ? null : holderOf(place, "UseQueryResult", stepsFrom(made, AWAITED));
      }
      case "queryOptions":
      case "mutationOptions":
        return valueOfType(program, options);
      case "mutateAsync": {
        const [made] = place.given ?? [];
        return made === undefined ? null : holderOf({ ...place, module: null }, "Promise", made);
      }
      default:
        return null;
    }
  },
  member(program, value, name) {
    if (name !== "data" || !QUERY.test(lastName(value.type ?? ""))) return null;
    return valueOfType(program, value.args?.[0]);
  },
};

/** Keys of queries are the functions and objects that they are made of. */
const queryKeys: Library = {
  result({ program, place, given }) {
    const [first, second] = given?.arguments ?? [];
    switch (lastName(place.name)) {
      case "createQueryKeyStore":
        return valueOfType(program, first);
      case "createQueryKeys":
      case "createMutationKeys":
        return valueOfType(program, second);
      default:
        return null;
    }
  },
};

const CONTEXT = /(?:^|\.)Context$/;

const react: Library = {
  result({ program, place, given, callback }) {
    const first = given?.arguments[0] ?? null;
    const type = given?.typeArguments[0] ?? first;
    switch (lastName(place.name)) {
      case "createContext":
        return type === null ? null : holderOf(place, "Context", type);
      case "useContext": {
        const context = valueOfType(program, first);
        const isContext = context.is === "external" && CONTEXT.test(context.type ?? "");
        return isContext ? valueOfType(program, context.args?.[0]) : null;
      }
      case "useState": {
        if (type === null) return null;
        const args = [type, { ...type, type: setterOf(type.type) }];
        return { is: "external", module: null, name: "Array", type: "Array", args, isTuple: true };
      }
      case "useRef":
        return type === null ? null : { is: "object", names: ["current"], types: [type] };
      case "cache":
      case "memo":
      case "useCallback":
      case "useEffectEvent":
        return valueOfType(program, first);
      case "useMemo":
        return valueOfType(program, given?.typeArguments[0] ?? callback(0));
      default:
        return null;
    }
  },
  parameter(program, place, given) {
    const name = lastName(place.name);
    if (/^(?:useState|useRef|createContext)$/.test(name)) return typeGiven(program, given);
    const props = name === "forwardRef" ? given?.typeArguments[1] : undefined;
    return props === undefined ? null : { is: "function", result: null, parameters: [props] };
  },
};

/** The function that sets a state: it takes a value, or a function of the value before. */
function setterOf(type: TypeExpr): TypeExpr {
  return functionOf(null, [union([type, functionOf(type, [type])])]);
}

/** T of `useState<T>(value)`. */
function typeGiven(program: Program, given: GivenArguments | null): Place | null {
  const type = given?.typeArguments[0];
  return type === undefined ? null : valueOfType(program, type);
}

/** The libraries by the packages that they come in. */
const LIBRARIES = new Map<string, Library>([
  ["react", react],
  ["vue", vue],
  ["@vue/composition-api", vue],
  ["@vue/reactivity", vue],
  ["#imports", vue],
  ["pinia", pinia],
  ["zustand", zustand],
  ["react-query", query],
  ["@tanstack/react-query", query],
  ["@tanstack/vue-query", query],
  ["@tanstack/solid-query", query],
  ["@tanstack/preact-query", query],
  ["swr", query],
  ["zod", schemas],
  ["@hono/zod-openapi", schemas],
  ["valibot", schemas],
  ["yup", schemas],
  ["@trpc/server", trpc],
  ["@lukemorales/query-key-factory", queryKeys],
  ["typeorm", typeorm],
  ["@nestjs/typeorm", typeorm],
  ["@mikro-orm/core", typeorm],
  ["sequelize", typeorm],
  ["sequelize-typescript", typeorm],
  ["cypress", cypress],
  ["express", express],
  ["fastify", fastify],
  ["react-hook-form", forms],
  ["@hookform/resolvers", resolvers],
]);

/** The library of a place, by its package: `zustand/middleware` is of zustand. */
function libraryOf({ module }: External): Library | undefined {
  if (module === null) return undefined;
  return LIBRARIES.get(module) ?? LIBRARIES.get(module.split("/", module.startsWith("@") ? 2 : 1).join("/"));
}

/** A value of a library's type, such that the members are found that the project adds to it. */
export function withAdded(value: External, { file, from }: WrittenType): External {
  const isPlain = value.args === undefined && value.type !== null;
  if (!isPlain || libraryOf(value)?.extensible?.test(value.type ?? "") !== true) return value;
  return { ...value, args: [{ file, from, type: UNKNOWN_TYPE }] };
}

/** The result of a call of a library's function; null where it is not known. */
export function resultOfLibrary(call: LibraryCall): Place | null {
  return libraryOf(call.place)?.result?.(call) ?? null;
}

/** The member of a library's value; null where it is not known. */
export function memberOfKnown(program: Program, value: External, name: string): Place | null {
  return libraryOf(value)?.member?.(program, value, name) ?? null;
}

/** The type of the argument at a number of a library's function; null where it is not known. */
export function parameterOfLibrary(
  program: Program,
  place: External,
  given: GivenArguments | null,
  number: number,
): Place | null {
  const library = libraryOf(place);
  const first = number === 0 ? library?.parameter?.(program, place, given) : null;
  return first ?? library?.handler?.(program, place, given, number) ?? null;
}
