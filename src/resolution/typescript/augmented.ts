/**
 * TypeScript: the additions of `declare module "x"` to the types of a module. The declarations in the module and in every block for it are one type.
 * They are found once for all files, before anything is resolved, as the names of modules depend on them.
 */
import { addToList } from "../../base/groups.js";
import { declsOf } from "../name-index.js";
import { type Program, targetOf } from "../program.js";
import { childrenOf, type Decl, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { exportPlace } from "./exports.js";
import { type Augmented, typescriptIndex } from "./state.js";

const MERGING: ReadonlySet<string> = new Set(["interface", "namespace", "class", "enum"]);

/** Finds the types and modules that the blocks of the program add to. */
export function findAugmented(program: Program): Augmented {
  const { index } = program;
  const augmented: Augmented = { parts: new Map(), blocks: new Map() };
  const groups = new Map<string, Decl[]>();
  for (const [specifier, packed] of typescriptIndex(program).ambientModules) {
    for (const block of declsOf(index, packed)) {
      const target = targetOf(program, block.file, specifier);
      const module = "path" in target ? target.path : null;
      if (module !== null) addToList(augmented.blocks, module, block);
      for (const part of partsOf(block)) {
        const { name } = symbolOf(part);
        const first = module === null ? [] : originals(program, module, name);
        // Blocks may name the module of a type, or one that exports it from there.
        const key = first[0] === undefined ? `${module ?? `(outside) ${specifier}`} ${name}` : `${keyOf(first[0])}`;
        const group = groups.get(key) ?? first;
        group.push(part);
        groups.set(key, group);
      }
    }
  }
  for (const group of groups.values()) {
    if (group.length > 1) for (const part of group) augmented.parts.set(keyOf(part), group);
  }
  return augmented;
}

/** The declarations in a block that merge with others of their name. */
function partsOf(block: Decl): Decl[] {
  return childrenOf(block).filter((child) => MERGING.has(symbolOf(child).kind));
}

/** The types and namespaces that a module exports under a name, wherever they are declared. */
function originals(program: Program, path: string, name: string): Decl[] {
  const module = program.files.get(path);
  const place = module === undefined ? null : exportPlace(program, module, name);
  return place?.is === "symbols" ? place.decls.filter((decl) => MERGING.has(symbolOf(decl).kind)) : [];
}
