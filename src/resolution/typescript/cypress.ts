/**
 * TypeScript and JavaScript: the commands that a project adds to Cypress, `cy.login()` of `declare global { namespace Cypress { interface Chainable {
 * login(): void } } }`. `cy` is a global of all files, and each command gives what has the commands.
 */
import { declsOf } from "../name-index.js";
import type { External, Place } from "../place.js";
import type { Program } from "../program.js";
import { childrenOf, symbolOf } from "../program-file.js";
import type { Library } from "./library.js";
import { typescriptIndex } from "./state.js";

const CY: External = { is: "external", module: "cypress", name: "cy", type: null };

/** The value of `cy`, with the commands that the project adds; null where it adds none. */
export function commands(program: Program): Place | null {
  const added = declsOf(program.index, typescriptIndex(program).globals.get("Cypress"))
    .flatMap(childrenOf)
    .filter((child) => symbolOf(child).kind === "interface" && symbolOf(child).name === "Chainable");
  if (added.length === 0) return null;
  return { is: "several", members: [{ is: "instance", decls: added, imported: true }, CY], isUnion: false };
}

export const cypress: Library = {
  result: ({ program, place }) => (place.name.startsWith("cy.") ? commands(program) : null),
};
