/**
 * The meaning of a language without peculiarities: classes with members, files that import names from modules, nothing that is inferred. A family of
 * languages starts from these rules and replaces those that differ.
 */
import { nth } from "../base/need.js";
import type { ParsedSymbol } from "../model/parse-result.js";
import { childrenNamed, distinct, isContainer, namedLike, typeDecls } from "./declarations.js";
import { callable } from "./edges/calls.js";
import { construct } from "./edges/construct.js";
import { ruleOfReceiver } from "./edges/emit.js";
import { isOverridable } from "./edges/overrides.js";
import { use } from "./edges/uses.js";
import { start, walk } from "./edges/walk.js";
import { declaredPlace, toInstance } from "./instance.js";
import { FLAT } from "./layout.js";
import { findMember } from "./members.js";
import { isTypeKind } from "./name-index.js";
import { type BasePart, MISSING, type Place, type PlaceOf, UNKNOWN } from "./place.js";
import type { Program } from "./program.js";
import { symbolOf, type Traits } from "./program-file.js";
import type {
  ChangeRules,
  EdgeRules,
  NameRules,
  Semantics,
  SummaryRules,
  SymbolFacts,
  TypeRules,
} from "./semantics.js";

const NO_NAMES: readonly string[] = [];

const traits: Traits = {
  hasModules: true,
  hasPartialTypes: false,
  hasStaticNamesakes: false,
  hasDottedNamespaces: false,
  hasTypesAsAnnotations: false,
  hasTypesOfValues: false,
  hasInternalImplementations: false,
  callsOfFunctions: new Set(),
  bareName: (written) => written,
  isOfMeaning(kind, meaning) {
    if (meaning === "type")
      return isTypeKind(kind) || kind === "namespace" || kind === "module" || kind === "component";
    if (kind === "namespace") return meaning === "value";
    return kind !== "interface" && kind !== "type" && (meaning !== "call" || kind !== "module");
  },
  heritageKind: (source, written) =>
    source === "interface" ? "extends" : written === "implements" ? "implements" : "inherits",
};

const summary: SummaryRules = {
  isDeclarationFile: () => false,
  symbolFacts: (_parse, symbol) => plainFacts(symbol),
  namesInSymbol: () => NO_NAMES,
  namesMeantBy: () => NO_NAMES,
  namesInSpecifier: () => null,
  moduleAddedTo: () => null,
  createIndex: () => ({ members: new Map() }),
  indexFile(index, file, put) {
    file.symbols.forEach(({ kind, name, parent }, position) => {
      if (kind === "method" && parent > 0) put(index.members, name, position);
    });
  },
};

/** The rules of files without a grammar, whose symbols are read by their shape: they have no references. Imported facts alone lead to them. */
export const SHAPE = "shape";

/** The facts of a symbol of which only the plain fields are known. */
export function plainFacts({ receiverType }: Pick<ParsedSymbol, "receiverType">): SymbolFacts {
  return {
    minArguments: 0,
    maxArguments: 255,
    parameterNames: null,
    extends: null,
    extendsType: null,
    isExplicit: false,
    receiverType: receiverType ?? null,
  };
}

const names: NameRules = {
  importPlace: () => UNKNOWN,
  guessedImports: () => new Set(),
  freeName: (_program, file, _from, name) =>
    file.language.runtimeGlobals.has(name) ? { is: "external", module: null, name, type: null } : MISSING,
  exported: () => MISSING,
  moduleValue: (_program, place) => place,
  memberOfNamespace: () => MISSING,
  memberOfSymbols,
  memberOfMapped: () => UNKNOWN,
  memberOfExternal: () => null,
  canReach(program, file, decl) {
    const parent = decl.file.symbols[symbolOf(decl).parent];
    // An object of another module is reached only by its own name. An instance of a class, or of a function that makes some, may come from anywhere.
    const hasInstances =
      parent !== undefined && (isTypeKind(parent.kind) || (parent.kind === "function" && !symbolOf(decl).isStatic));
    return hasInstances && program.canUse(file, decl.file);
  },
};

/** The member of types and namespaces that they hold, or of the values of variables and fields. */
export function memberOfSymbols(
  program: Program,
  { decls, env }: PlaceOf<"symbols">,
  name: string,
  argumentCount: number | null,
): Place {
  const isType = (kind: string) => isContainer(kind) || kind === "type";
  const types = decls.filter((decl) => isType(symbolOf(decl).kind));
  let answer: Place = UNKNOWN;
  if (types.length > 0) {
    answer = findMember(program, types, name, { argumentCount });
    if (answer.is === "symbols") return answer;
  }
  for (const decl of decls) {
    const { kind } = symbolOf(decl);
    if (isType(kind) || /^(?:function|component|constructor|method)$/.test(kind)) continue;
    const { file } = decl;
    const children = childrenNamed(program, file, decl.index, name);
    if (children.length > 0)
      return { is: "symbols", decls: children.map((index) => ({ file, index })), imported: false };
    const place = declaredPlace(program, decl, env);
    if (place.is === "unknown") continue;
    const member = program.evaluate.step(program, place, name, argumentCount);
    // An object may have other properties than those that are written.
    if (place.is !== "object" || member.is !== "missing") return member;
  }
  return answer;
}

const types: TypeRules = {
  findParts: (program, decl) => namedLike(program, decl).filter((other) => isContainer(symbolOf(other).kind)),
  allParts: (program, decls) => distinct(decls.flatMap((decl) => typeDecls(program, decl))),
  typedValue: (program, { file, from, type }) =>
    toInstance(program, program.evaluate.typePlace(program, file, from, type)),
  aliasValue: () => null,
  walkValue: null,
  calleeOf: () => ({ place: UNKNOWN, receiver: UNKNOWN }),
  namedBase: (program, { file, index }, base) => program.evaluate.typePlace(program, file, index, base),
  typeAt: (_program, _file, _from, _type, place) => place,
  baseParts(program, { file, index }, base, env) {
    const args = base.base.args?.map((type) => ({ file, from: index, type, env }));
    return partsOfPlace(toInstance(program, base.place, args));
  },
  memberOfExternalBase: () => UNKNOWN,
  hidesMembers: (_decl, { kind }, place) => kind === "implements" && place.is !== "instance",
  memberOfTypes: null,
  superOf: null,
  isImplemented: () => false,
};

const ALL = () => true;

/** A place as bases: each part of an intersection is one. A union cannot be a base. */
export function partsOfPlace(place: Place): BasePart[] {
  if (place.is !== "several") return [{ place, has: ALL }];
  return place.isUnion ? [] : place.members.flatMap(partsOfPlace);
}

const edges: EdgeRules = {
  beginFile() {},
  createExpressions: () => null,
  importEdges() {},
  declaredMemberEdges() {},
  receiverUses() {},
  call(work, index) {
    const reference = nth(work.parse.references, index);
    const { root, path } = reference;
    const isConstructor = path.length === 0 && (root.in === "super" || root.in === "this");
    if (isConstructor) construct(work, reference, start(work, reference, "any"), false);
    else callable(work, reference, walk(work, reference, "any"));
  },
  construct(work, index) {
    const reference = nth(work.parse.references, index);
    construct(work, reference, walk(work, reference, "type").place);
  },
  annotate: (work, reference) => use(work, reference, "references", "value"),
  prop: (work, reference) => use(work, reference, "references", "value"),
  key: (work, reference) => use(work, reference, "references", "value"),
  areParts: () => false,
  ruleOf: ({ program }, _from, imported, target, receiver) =>
    ruleOfReceiver(program, target, receiver) ?? (imported ? "import" : "scope"),
  sourcesOf: () => [],
  moduleOfExternal: (_work, { module }) => ({ module, isOwn: false }),
  countsExternal: () => true,
  isExternalInterface: ({ kind }) => kind === "implements",
  overridden(program, member, { place }) {
    const { name, isStatic } = symbolOf(member);
    const found = findMember(program, place.decls, name, {
      accepts: (other) => isOverridable(other) && other.isStatic === isStatic,
    });
    return found.is === "symbols" ? found : null;
  },
  overrides: (member, target) => symbolOf(member).isStatic === symbolOf(target).isStatic,
  takesTheSame: () => true,
  mayBeCalled: () => true,
  withoutHidden: (_program, _file, decls) => decls,
  likelihood: () => ({ isLikely: true, hasNamesakes: false }),
};

const changes: ChangeRules = {
  compareImports: () => ({ isForDeclarations: false, isForAll: false }),
  namesOfSpaces: () => [],
  isOfSpaces: () => false,
  changesOwner: () => false,
  namesOfAliases: () => [],
  otherNames: () => [],
  unnamedImports() {},
  nameOfModule: () => null,
  namesAbove: () => [],
  usesUnnamed: () => false,
  globals: () => [],
};

export const plain: Omit<Semantics, "name"> = {
  traits,
  summary,
  names,
  types,
  edges,
  changes,
  configFiles: /(?!)/,
  packageNames: () => NO_NAMES,
  createLayout: () => FLAT,
};
