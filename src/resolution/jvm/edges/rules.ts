/** The rules that lead from a reference to a target, and calls that only their names tell of. */
import { nth } from "../../../base/need.js";
import type { EdgeRule } from "../../../model/edge.js";
import { flattenStep } from "../../../model/flat-types.js";
import type { Reference } from "../../../model/parse-result.js";
import { ruleOfBareName, ruleOfReceiver } from "../../edges/emit.js";
import { isFitting } from "../../edges/targets.js";
import { isReachable } from "../../members.js";
import type { Place } from "../../place.js";
import { type Decl, symbolOf } from "../../program-file.js";
import type { Likelihood, Work } from "../../semantics.js";
import { openPackages } from "../names.js";
import { isKotlin } from "../packages.js";
import { jvmIndex } from "../state.js";

/** The rule that led from the symbol `from` to a target. `receiver`: the place that it is a member of, if any. */
export function ruleOf(work: Work, from: number, imported: boolean, target: Decl, receiver: Place | null): EdgeRule {
  const { program } = work;
  const { kind } = symbolOf(target);
  const byImport = imported ? "import" : "scope";
  if (kind === "constructor") return byImport;
  const ofReceiver = ruleOfReceiver(program, target, receiver);
  if (ofReceiver !== null) return ofReceiver;
  if (receiver !== null) return byImport;
  return ruleOfBareName(work, from, target, true) ?? byImport;
}

/** Whether a call on an unknown receiver may mean a member. */
export function mayBeCalled({ program, file }: Work, reference: Reference, decl: Decl): boolean {
  const symbol = symbolOf(decl);
  if (symbol.isStatic || !isFitting(symbol, reference) || !isReachable(program, file, decl)) return false;
  return TEST_SOURCES.test(file.path) || !TEST_SOURCES.test(decl.file.path);
}

/** Folders of sources that the build keeps from all others: `src/test`, `src/androidTest`, `src/testFixtures`. */
const TEST_SOURCES = /(?:^|\/)src\/(?:test|[a-z]\w*Test)\w*\//;

/**
 * A call is likely to mean the only symbol of its name, unless a library gives the value that it is made on. In Java a value has a written type, and
 * a type that nothing declares is a library's: of one of the packages that the file imports whole, if there are several.
 */
export function likelihood(work: Work, reference: Reference): Likelihood {
  const { program, file } = work;
  const isOfLibrary = (!isKotlin(file) && openPackages(program, file).length > 1) || isGivenByLibrary(work, reference);
  return { isLikely: !isOfLibrary, hasNamesakes: false };
}

/** In `assertThat(x).isGood()` a library declares `assertThat`: the only `isGood` of the project is no likelier than that library's. */
function isGivenByLibrary(work: Work, { root }: Reference, depth = 0): boolean {
  if (root.in !== "result" || depth > 50) return false;
  if (work.expressions?.callee(root.of).place.is === "external") return true;
  const giver = nth(work.parse.references, root.of);
  const last = giver.path.at(-1);
  const name = last !== undefined ? flattenStep(last) : giver.root.in === "free" ? giver.root.name : undefined;
  const isUndeclared = name !== undefined && !jvmIndex(work.program).members.has(name);
  return isUndeclared || isGivenByLibrary(work, giver, depth + 1);
}
