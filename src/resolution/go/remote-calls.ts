/**
 * Calls of gRPC and its like, whose compiler writes two interfaces into one file: a call of `OrdersClient.Place` runs the `Place` of an
 * implementation of `OrdersServer`.
 */
import type { Reference } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { emit } from "../edges/emit.js";
import { declsOf } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, parentOf, symbolOf } from "../program-file.js";
import type { Work } from "../semantics.js";
import { childNamed, goIndex } from "./state.js";

const CLIENT = /^(?<service>\w+)Client$/;
/** How interfaces of servers end, in gRPC and in Connect. */
const SERVING = ["Server", "Handler"];

/** Adds a likely call of the server's method to a call of the client's. */
export function addServerCall(work: Work, reference: Reference, place: Place): void {
  const [decl] = place.is === "symbols" && reference.path.length > 0 ? place.decls : [];
  const method = decl === undefined ? null : serverMethodOf(work.program, decl);
  if (method === null) return;
  work.isLikely = true;
  emit(work, reference, "calls", { decls: [method], imported: true });
  work.isLikely = false;
}

/** The method of the server's interface that a method of a client's stands for; null for any other method. */
function serverMethodOf(program: Program, method: Decl): Decl | null {
  const { kind, name, parent, receiverType } = symbolOf(method);
  if (kind !== "method" || parent <= 0 || receiverType !== null) return null;
  const client = symbolOf(parentOf(method));
  const service = client.kind === "interface" ? CLIENT.exec(client.name)?.groups?.service : undefined;
  if (service === undefined) return null;
  const { names } = goIndex(program);
  const folder = folderOf(method.file.path);
  for (const ending of SERVING)
    for (const decl of declsOf(program.index, names.get(`${folder}\0${service}${ending}`)))
      if (decl.file === method.file && symbolOf(decl).kind === "interface") return childNamed(program, decl, name);
  return null;
}
