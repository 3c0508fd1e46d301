/**
 * Values of Jetpack Compose: `mutableStateOf(Cart())` and `compositionLocalOf<Cart> { … }` hold a Cart, `remember { Cart() }` is one, and
 * `viewModel<CartModel>()` makes one. The functions are those of the libraries' documentation.
 */
import type { ProgramFile } from "../program-file.js";
import { asFlow, elementOf } from "./conversions.js";
import type { Evaluation } from "./evaluation.js";
import { holding, isOfOne } from "./kotlin-mocks.js";
import { type Type, UNKNOWN } from "./types.js";

const RUNTIME = "androidx.compose.runtime";

/** Functions that make an object of the type in their angle brackets, by package. */
const MAKING: ReadonlyMap<string, readonly string[]> = new Map([
  ["viewModel", ["androidx.lifecycle.viewmodel.compose"]],
  ["hiltViewModel", ["androidx.hilt.navigation.compose", "androidx.hilt.lifecycle.viewmodel.compose"]],
  ["koinViewModel", ["org.koin.androidx.compose", "org.koin.compose.viewmodel"]],
  ["koinInject", ["org.koin.compose"]],
]);
/** Functions that hold a value of the type in their angle brackets, or else the value that they are given. */
const HOLDING: ReadonlyMap<string, string> = new Map([
  ["mutableStateOf", "MutableState"],
  ["rememberUpdatedState", "State"],
  ["produceState", "State"],
  ["derivedStateOf", "State"],
  ["compositionLocalOf", "ProvidableCompositionLocal"],
  ["staticCompositionLocalOf", "ProvidableCompositionLocal"],
]);
/** Functions that give what their lambda gives. */
const REMEMBERING: ReadonlyMap<string, readonly string[]> = new Map([
  ["remember", [RUNTIME]],
  ["rememberSaveable", ["androidx.compose.runtime.saveable"]],
]);
/** Functions of a flow that give its value as a state. */
const COLLECTING: ReadonlyMap<string, readonly string[]> = new Map([
  ["collectAsState", [RUNTIME]],
  ["collectAsStateWithLifecycle", ["androidx.lifecycle.compose"]],
]);

/** The value of a call by a name alone, with the type in its angle brackets and the value that it is given; unknown for other functions. */
export function composedValue(file: ProgramFile, name: string, written: Type | null, given: () => Type): Type {
  const held = HOLDING.get(name);
  if (held !== undefined && isOfOne(file, [RUNTIME], name)) return holding(RUNTIME, held, written ?? given());
  if (isOfOne(file, REMEMBERING.get(name), name)) return written ?? given();
  return written !== null && isOfOne(file, MAKING.get(name), name) ? written : UNKNOWN;
}

/** The state that a flow is collected as; unknown for other functions. */
export function collectedState({ program, file }: Evaluation, name: string, receiver: Type): Type {
  const isFlow = isOfOne(file, COLLECTING.get(name), name) && asFlow(program, receiver) !== null;
  return isFlow ? holding(RUNTIME, "State", elementOf(program, receiver)) : UNKNOWN;
}
