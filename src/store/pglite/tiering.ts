/**
 * When V8 optimises functions of the database.
 *
 * A function has a budget, of which each jump backwards and each return takes as many bytes as it passes. The parser of SQL and the interpreter of expressions are
 * loops around a switch of 40 to 105 KB, so one round of theirs counts as much as a hundred rounds of a loop over rows. They were optimised within the first
 * file, at 0.1 to 0.2 s and up to 23 MB each, and long before the small functions that compare keys and copy rows.
 *
 * One jump takes at most a quarter of the flag's value, as it is when the function is compiled for the first time. So the flag is small while the database starts,
 * which compiles those functions, and has its value when a module is loaded, which gives the functions their budgets.
 */
import { setFlagsFromString } from "node:v8";
import { WASM_BUDGET } from "../../base/v8-flags.js";

/** The most that a jump takes of a function that the start compiles, in bytes of code. */
const MOST_OF_JUMP = 100;

/** Gives functions whose module is loaded now their whole budget, and takes jumps as they are. */
export function countJumpsWhole(): void {
  setFlagsFromString(`--wasm-tiering-budget=${WASM_BUDGET}`);
}

/** Has a jump count as few bytes, in functions that are compiled from now on. */
export function countJumpsShort(): void {
  setFlagsFromString(`--wasm-tiering-budget=${4 * MOST_OF_JUMP}`);
}
