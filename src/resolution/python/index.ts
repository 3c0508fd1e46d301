/** The meaning of Python: modules and packages, classes in the order of C3, and values whose types are inferred. */
import { declaredPlace } from "../instance.js";
import { likelihoodByName } from "../likelihood.js";
import { typePlace } from "../lookup.js";
import { isReachable } from "../members.js";
import { plain } from "../plain.js";
import { symbolOf } from "../program-file.js";
import type { EdgeRules, NameRules, Semantics, TypeRules } from "../semantics.js";
import { settled } from "../several.js";
import { changes } from "./changes.js";
import { hasDescriptors } from "./descriptors.js";
import { annotate, call, importEdges, receiverUses } from "./edges.js";
import { exportPlace, importPlace } from "./exports.js";
import { isOfLibrary } from "./guess.js";
import { memberOfExternal } from "./library.js";
import { CONFIG_FILES, createModules } from "./modules.js";
import { memberOfTypes, superOf } from "./mro.js";
import { freeName } from "./names.js";
import { PYTHON } from "./state.js";
import { summary } from "./summary.js";
import { calleeOf, decoratedValue, givenBy, typedValue, walkValue } from "./values.js";

const names: NameRules = {
  ...plain.names,
  importPlace,
  freeName: (program, file, _from, name) => freeName(program, file, name),
  exported: exportPlace,
  memberOfExternal,
  memberOfSymbols(program, place, name, argumentCount) {
    const [first] = place.decls;
    if (first !== undefined && symbolOf(first).kind === "field" && hasDescriptors(program)) {
      const value = declaredPlace(program, first, place.env);
      const given = givenBy(program, first, value);
      if (given !== value) return program.evaluate.step(program, given, name, argumentCount);
    }
    const made = first === undefined ? null : decoratedValue(program, first);
    const member = made === null ? null : program.evaluate.step(program, made, name, argumentCount);
    if (member !== null && member.is !== "missing" && member.is !== "unknown") return member;
    return plain.names.memberOfSymbols(program, place, name, argumentCount);
  },
  canReach: () => true,
};

const types: TypeRules = {
  ...plain.types,
  findParts: (_program, decl) => [decl],
  typedValue,
  // Of a name that branches bind in several ways each may be the base.
  namedBase: (program, { file, index }, base) => settled(typePlace(program, file, index, base)),
  aliasValue: (program, { file, index }, env) => {
    const { declaredType } = symbolOf({ file, index });
    return declaredType === null
      ? { is: "unknown" }
      : typedValue(program, { file, from: index, type: declaredType, env });
  },
  walkValue,
  calleeOf,
  memberOfTypes,
  superOf,
};

const edges: EdgeRules = {
  ...plain.edges,
  importEdges,
  receiverUses,
  call,
  annotate,
  moduleOfExternal: (_work, { module }) => ({ module, isOwn: module?.startsWith(".") === true }),
  isExternalInterface: () => false,
  // A field that a method sets on `self` overrides nothing: the base may set it as well.
  overrides: (member) => symbolOf(member).kind !== "field" || symbolOf(member).isMergeable,
  overridden(program, member, { place }) {
    const found = memberOfTypes(program, place.decls, symbolOf(member).name, isOverridden, place.env);
    return found.is === "symbols" ? found : null;
  },
  mayBeCalled: ({ program, file }, _reference, decl) => isReachable(program, file, decl),
  likelihood: (work, reference, targets) => likelihoodByName(work, reference, targets, isOfLibrary),
};

const isOverridden = ({ kind, isPrivate, isMergeable }: { kind: string; isPrivate: boolean; isMergeable: boolean }) =>
  !isPrivate && (kind === "method" || kind === "property" || (kind === "field" && isMergeable));

export const python: Semantics = {
  ...plain,
  name: PYTHON,
  traits: {
    ...plain.traits,
    hasTypesOfValues: true,
    bareName: (written) => (written.startsWith("@") ? written.slice(1) : written),
    isOfMeaning: (kind, meaning) => kind !== "type" || meaning === "type" || meaning === "value",
    heritageKind: (source, written, isInterface) =>
      source === "interface" ? "extends" : isInterface || written === "implements" ? "implements" : "inherits",
  },
  summary,
  names,
  types,
  edges,
  changes,
  configFiles: CONFIG_FILES,
  packageNames(path, text) {
    const name = path.endsWith("pyproject.toml") ? /^\s*name\s*=\s*["']([^"']+)["']/m.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [name];
  },
  createLayout: createModules,
};
