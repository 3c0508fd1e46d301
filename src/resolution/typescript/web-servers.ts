/**
 * TypeScript and JavaScript: the requests and responses that handlers of Express and Fastify get. Projects add members to these types:
 * `declare global { namespace Express { interface Request { user?: User } } }`.
 */
import { lastName, words } from "../../base/words.js";
import { declsOf } from "../name-index.js";
import { type External, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, symbolOf } from "../program-file.js";
import { extensibleValue, heldTypes, type Library } from "./library.js";
import { typescriptIndex } from "./state.js";

const ROUTER = "Router";
/** Methods of an application or a router that take handlers. */
const TAKING = words(
  "all checkout copy delete get head lock merge move options patch post propfind purge put report search trace use",
);
/** Methods of a response that give the response. */
const SAME = words(
  "append attachment contentType cookie clearCookie header links location set status type vary code headers",
);

const valueNamed = (module: string | null, type: string): External => ({ is: "external", module, name: type, type });
/** A member of a value, by the name of the value's type. */
const memberOf = (module: string | null, type: string, name: string): External => ({
  is: "external",
  module,
  name: `${type}.${name}`,
  type: null,
});

/** The members that the project adds to a type of a library: in `declare module` blocks, or in a namespace that all files see. */
function added(program: Program, type: string, modules: readonly string[], namespace: string | null): Decl[] {
  const { ambientModules, globals } = typescriptIndex(program);
  const holders = modules.flatMap((module) => declsOf(program.index, ambientModules.get(module)));
  const spaces = namespace === null ? [] : declsOf(program.index, globals.get(namespace));
  return [...holders, ...spaces]
    .flatMap(childrenOf)
    .filter((child) => symbolOf(child).kind === "interface" && symbolOf(child).name === type);
}

/** A member that the project adds to a type; null where it adds none of the name. */
function addedMember(program: Program, decls: Decl[], name: string): Place | null {
  if (decls.length === 0) return null;
  const member = program.evaluate.step(program, { is: "instance", decls, imported: true }, name, null);
  return member.is === "symbols" ? member : null;
}

const EXPRESS = ["express", "express-serve-static-core"];

export const express: Library = {
  extensible: /(?:^|\.)(?:Request|Response|Application)$/,
  result({ program, place }) {
    const name = lastName(place.name);
    if (name === ROUTER || name === "default" || name === "" || name === "express" || name === "application")
      return valueNamed(place.module, ROUTER);
    const isOfRouter = place.name.startsWith(`${ROUTER}.`);
    if (isOfRouter && (TAKING.has(name) || name === "route" || name === "param"))
      return valueNamed(place.module, ROUTER);
    return place.name.startsWith("Response.") && SAME.has(name)
      ? extensibleValue(program, place.module, "Response")
      : null;
  },
  member(program, { type, module }, name) {
    const own = lastName(type ?? "");
    if (!/^(?:Request|Response|Application)$/.test(own)) return null;
    const member = addedMember(program, added(program, own, EXPRESS, "Express"), name);
    if (member !== null || own !== "Request") return member;
    const session = added(program, "SessionData", ["express-session"], null);
    if (name !== "session" || session.length === 0) return null;
    const library = memberOf(module, "Request", name);
    return { is: "several", members: [{ is: "instance", decls: session, imported: true }, library], isUnion: false };
  },
  handler(program, place, _given, number) {
    const name = lastName(place.name);
    if (!/^(?:Router|IRouter|Application|Express)\./.test(place.name) || !TAKING.has(name)) return null;
    if (number === 0 && name !== "use") return null;
    return handler(program, place, ["Request", "Response", "NextFunction"]);
  },
};

const FASTIFY = "FastifyInstance";

export const fastify: Library = {
  extensible: /^Fastify(?:Request|Reply|Instance)$/,
  result({ program, place }) {
    const name = lastName(place.name);
    if (name === "default" || name === "" || name === "fastify") return extensibleValue(program, place.module, FASTIFY);
    return place.name.startsWith("FastifyReply.") && SAME.has(name)
      ? extensibleValue(program, place.module, "FastifyReply")
      : null;
  },
  member: (program, { type }, name) =>
    /^Fastify(?:Request|Reply|Instance)$/.test(type ?? "")
      ? addedMember(program, added(program, type ?? "", ["fastify"], null), name)
      : null,
  handler(program, place, _given, number) {
    const name = lastName(place.name);
    if (!place.name.startsWith(`${FASTIFY}.`)) return null;
    if (number === 0 || !(TAKING.has(name) || name === "addHook")) return null;
    return handler(program, place, ["FastifyRequest", "FastifyReply"]);
  },
};

/** A function that gets values of the library's types. */
function handler(program: Program, { module }: External, types: string[]): Place {
  const parameters = heldTypes(
    program,
    types.map((type) => extensibleValue(program, module, type)),
  );
  return parameters.length === 0 ? UNKNOWN : { is: "function", result: null, parameters };
}
