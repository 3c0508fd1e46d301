/**
 * The values that a name without a receiver may be a member of, as Kotlin looks them up: the receivers of the lambdas, extensions and types around it,
 * from the inside out. A lambda stands in the symbol that the call which takes it stands in.
 */
import { nth } from "../../base/need.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type ProgramFile, parentAt, symbolAt } from "../program-file.js";
import { classOf } from "./classes.js";
import type { Evaluation, Spot } from "./evaluation.js";
import { isKotlin } from "./packages.js";
import { selfType, type Type } from "./types.js";
import { typeIn } from "./written.js";

/** Lambdas inside each other are followed to at most this depth. */
const DEEPEST = 16;

/** The receivers around a use. One that cannot be told is unknown. */
export function receiversAt(e: Evaluation, spot: Spot): readonly Type[] {
  if (spot.lambda !== undefined) return findReceivers(e, spot);
  const { outerReceivers: known } = e;
  let found = known.get(spot.from);
  if (found === undefined) {
    found = findReceivers(e, spot);
    known.set(spot.from, found);
  }
  return found;
}

function findReceivers(e: Evaluation, { from, lambda }: Spot): readonly Type[] {
  const { program, file, parse } = e;
  const found: Type[] = [];
  let depth = 0;
  let around = lambda;
  for (let index = from; index >= 0; index = index === 0 ? -1 : parentAt(file, index)) {
    while (around !== undefined && nth(parse.references, around.of).from === index && depth++ < DEEPEST) {
      const receiver = e.ask.receiverOf(e, around.of, around.argument);
      if (receiver !== null) found.push(receiver);
      around = nth(parse.references, around.of).lambda;
    }
    const { kind, receiverType } = symbolAt(file, index);
    if (isTypeKind(kind)) {
      const cls = classOf(program, { file, index });
      found.push(selfType(cls));
      // Its own members are those of the class; the members of its bases are not.
      const companion = isKotlin(file) ? cls.inner("Companion") : null;
      if (companion !== null && companion.bases().length > 0) found.push(selfType(companion));
    } else if (receiverType !== null) found.push(typeIn(program, file, index, receiverType));
  }
  return found;
}

/** The types around a symbol, from the inside out. */
export function typesAround(program: Program, file: ProgramFile, from: number): Type[] {
  const found: Type[] = [];
  for (let index = from; index > 0; index = parentAt(file, index))
    if (isTypeKind(symbolAt(file, index).kind)) found.push(selfType(classOf(program, { file, index: index })));
  return found;
}
