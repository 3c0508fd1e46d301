/** The meaning of Go: packages are folders, methods stand apart from their types, and interfaces are implemented without a word. */
import { nth } from "../../base/need.js";
import type { Reference } from "../../model/parse-result.js";
import { callable } from "../edges/calls.js";
import { ruleOfReceiver } from "../edges/emit.js";
import { areOverloads } from "../edges/targets.js";
import { emitUse } from "../edges/uses.js";
import { walk } from "../edges/walk.js";
import { addUnresolved } from "../edges/work.js";
import { toInstance } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import { MISSING, type Place, UNKNOWN } from "../place.js";
import { plain } from "../plain.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, symbolOf } from "../program-file.js";
import type { EdgeRules, NameRules, Semantics, TypeRules, Work } from "../semantics.js";
import { changes } from "./changes.js";
import { declaredMemberEdges, importEdges } from "./edges.js";
import { isElement, typeAt, walkFrom } from "./evaluate.js";
import { createGoExpressions } from "./expressions.js";
import { createGoLayout } from "./layout.js";
import { folderOfImport, layoutOf } from "./packages.js";
import { addServerCall } from "./remote-calls.js";
import { areBeside, GO, isTestFile } from "./state.js";
import { summary } from "./summary.js";
import { type Meaning, NO_BINDINGS, pointedTo } from "./type.js";

/** The meaning of a name as a place that all families share. */
function sharedPlace(meaning: Meaning): Place {
  if (meaning.is === "symbols" || meaning.is === "type")
    return meaning.decls.length === 0 ? UNKNOWN : { is: "symbols", decls: meaning.decls, imported: meaning.imported };
  if (meaning.is === "outside") return { is: "external", module: meaning.module, name: meaning.name, type: null };
  return meaning.is === "missing" ? MISSING : UNKNOWN;
}

const names: NameRules = {
  ...plain.names,
  importPlace: (program, file, index) =>
    sharedPlace(walkFrom({ program, file, env: NO_BINDINGS }, { in: "import", import: index }, [])),
  guessedImports(program, file) {
    const guessed = new Set<number>();
    file.imports.forEach(({ specifier }, index) => {
      if (folderOfImport(program, file, specifier)?.isGuess === true) guessed.add(index);
    });
    return guessed;
  },
  freeName: (program, file, _from, name) =>
    sharedPlace(walkFrom({ program, file, env: NO_BINDINGS }, { in: "free", name }, [])),
  canReach: (_program, file, decl) => symbolOf(decl).isExported || areBeside(file, decl.file),
};

const types: TypeRules = {
  ...plain.types,
  typedValue(program, { file, type }) {
    const found = pointedTo(typeAt({ program, file, env: NO_BINDINGS }, type));
    if (found.is === "named")
      return { is: "instance", decls: [found.decl], imported: !areBeside(file, found.decl.file) };
    return found.is === "outside"
      ? { is: "external", module: found.module, name: found.name, type: found.name }
      : UNKNOWN;
  },
  namedBase: (program, { file }, base) =>
    sharedPlace(walkFrom({ program, file, env: NO_BINDINGS }, base.root, base.path)),
  baseParts: (program, _decl, base) => [{ place: toInstance(program, base.place), has: () => true }],
};

/** Adds the edges of a call: of a function, or of a type, which is a conversion. */
function call(work: Work, index: number): void {
  const reference = nth(work.parse.references, index);
  const walked = walk(work, reference, "any");
  const { place } = walked;
  if (place.is === "symbols" && place.decls.every((decl) => isTypeKind(symbolOf(decl).kind))) {
    emitUse(work, reference, "references", "type", walked);
    return;
  }
  // `handlers[at](a, b)`, which the grammar takes for a call with type arguments.
  const site = { program: work.program, file: work.file, env: NO_BINDINGS };
  const isOfElement = place.is === "symbols" && isElement(work.program, walkFrom(site, reference.root, reference.path));
  if (isOfElement) emitUse(work, reference, "references", "value", walked);
  // A local variable that holds a function: which one it is when it is called, nobody knows.
  if (isOfElement || (reference.path.length === 0 && reference.root.in === "instance")) {
    addUnresolved(work, reference, "unknown-value", null);
    return;
  }
  // The language itself has `len`, `append` and `string(x)`.
  if (place.is === "external" && place.module === null) return;
  callable(work, reference, walked);
  addServerCall(work, reference, place);
}

/** Whether a call on a value of an unknown type may mean a method. */
function mayBeCalled({ file }: Work, { argumentCount }: Reference, decl: Decl): boolean {
  const { isExported, parameterTypes } = symbolOf(decl);
  if (!isExported && !areBeside(file, decl.file)) return false;
  if (isTestFile(decl.file) && !isTestFile(file)) return false;
  const isVariadic = parameterTypes.at(-1)?.kind === "rest";
  const count = parameterTypes.length;
  return argumentCount === null || argumentCount === count || (isVariadic && argumentCount >= count - 1);
}

const edges: EdgeRules = {
  ...plain.edges,
  createExpressions: (program: Program, file: ProgramFile) => createGoExpressions(program, file),
  importEdges,
  declaredMemberEdges,
  call,
  // The variants of one declaration for several systems, of which a build has one.
  areParts: (_program, targets) =>
    areOverloads(targets) || targets.every((decl) => areBeside(decl.file, nth(targets, 0).file)),
  ruleOf: ({ program }, _from, imported, target, receiver) =>
    ruleOfReceiver(program, target, receiver) ?? (imported ? "import" : "scope"),
  moduleOfExternal: ({ program }, { module }) => ({
    module,
    isOwn: module !== null && layoutOf(program).isOwnPath(module),
  }),
  overridden: () => null,
  mayBeCalled,
};

export const go: Semantics = {
  ...plain,
  name: GO,
  traits: {
    ...plain.traits,
    hasModules: false,
    hasTypesOfValues: true,
    heritageKind: (source, _written, isInterface) =>
      source === "interface" ? "extends" : isInterface ? "implements" : "inherits",
  },
  summary,
  names,
  types,
  edges,
  changes,
  configFiles: /(?:^|\/)go\.(?:mod|work)$/,
  packageNames(path, text) {
    const name = path.endsWith("go.mod") ? /^\s*module\s+["`]?([^\s"`()]+)/m.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [name];
  },
  createLayout: createGoLayout,
};
