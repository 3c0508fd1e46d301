/** The members that annotations of Lombok add to a type: methods without a declaration of their own, whose uses are those of fields and of the type. */
import type { AddedMember } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import { familyOf } from "./hierarchy.js";
import {
  type Field,
  type JvmClass,
  type Method,
  NO_TYPES,
  selfType,
  type Type,
  typeOfClass,
  UNKNOWN,
  type Variable,
} from "./types.js";

const NO_METHODS: readonly Method[] = [];
const NO_VARIABLES: readonly Variable[] = [];

/** The types of the loggers are those of libraries: no more is known of them than that. */
const LOGGER: Type = { is: "outside", module: null, name: "Logger" };

/** The members that are added to a class; none to a class of the Java library. */
function addedTo({ decl }: JvmClass): readonly AddedMember[] {
  return decl === null ? [] : symbolOf(decl).addedMembers;
}

/** The methods of a name that are added to a class: accessors of its fields, and those that make an object or a builder of it. */
export function addedMethods(program: Program, own: JvmClass, name: string): Method[] {
  return addedTo(own).flatMap((member) => (member.name === name ? (methodOf(program, own, member) ?? []) : []));
}

/** The constructors that are added to a class. A call of one is a call of the class. */
export function addedConstructors(own: JvmClass): Method[] {
  const makers = addedTo(own).filter(({ kind, name }) => kind === "make" && name === "");
  return makers.map(({ fields }) =>
    create(
      own,
      own.decl,
      own.name,
      fields.map((field) => typeOfField(own, field)),
      selfType(own),
    ),
  );
}

/** The field of a name that is added to a class: its logger. Null for none. */
export function addedField(own: JvmClass, name: string): Field | null {
  const isAdded = addedTo(own).some((member) => member.kind === "log" && member.name === name);
  return isAdded ? { name, owner: own, decl: null, isStatic: true, type: () => LOGGER } : null;
}

/** The builder of a class as a type, by its name; null for none. */
export function addedType(program: Program, own: JvmClass, name: string): JvmClass | null {
  const member = name === `${own.name}Builder` ? builderIn(own) : undefined;
  return member === undefined ? null : builderOf(program, own);
}

const builderIn = (cls: JvmClass) => addedTo(cls).find(({ kind }) => kind === "builder");

function methodOf(program: Program, own: JvmClass, { name, kind, fields }: AddedMember): Method | null {
  const [first = ""] = fields;
  const field = own.field(first);
  switch (kind) {
    case "read":
      return create(own, field?.decl ?? null, name, NO_TYPES, typeOfField(own, first), field?.isStatic);
    case "set":
    case "chain":
    case "copy": {
      const result: Type = kind === "set" ? { is: "primitive", name: "void" } : selfType(own);
      return create(own, field?.decl ?? null, name, [typeOfField(own, first)], result, field?.isStatic);
    }
    case "make": {
      const parameters = fields.map((each) => typeOfField(own, each));
      return { ...create(own, own.decl, name, parameters, selfType(own), true), variables: own.variables };
    }
    case "builder": {
      const isStatic = name !== "toBuilder";
      const made = create(own, null, name, NO_TYPES, selfType(builderOf(program, own)), isStatic);
      return isStatic ? { ...made, variables: own.variables } : made;
    }
    default:
      return null;
  }
}

const BUILDERS = new WeakMap<JvmClass, JvmClass>();

/** The builder of a class. Its setters are those of the fields, and give it back. */
function builderOf(program: Program, own: JvmClass): JvmClass {
  const known = BUILDERS.get(own);
  if (known !== undefined) return known;
  const methods = new Map<string, readonly Method[]>();
  const builder: JvmClass = {
    name: `${own.name}Builder`,
    module: own.module,
    path: `${own.path}.${own.name}Builder`,
    decl: null,
    isInterface: false,
    variables: own.variables,
    bases: () => NO_TYPES,
    methods(name) {
      let found = methods.get(name);
      if (found === undefined) {
        found =
          name === "build"
            ? [create(builder, own.decl, name, NO_TYPES, selfType(own))]
            : setters(program, own, builder, name);
        methods.set(name, found);
      }
      return found;
    },
    field: () => null,
    inner: () => null,
    constructors: () => NO_METHODS,
    abstractMethods: () => NO_METHODS,
  };
  BUILDERS.set(own, builder);
  return builder;
}

/** The setters of a name that a builder has: of a field of the class, or of a base that has a builder too. */
function setters(program: Program, own: JvmClass, builder: JvmClass, name: string): Method[] {
  for (const { cls } of familyOf(program, typeOfClass(own)).types) {
    const item = addedTo(cls).find((member) => member.kind === "item" && member.name === name);
    const isSet = builderIn(cls)?.fields.includes(name) ?? false;
    if (item === undefined && !isSet) continue;
    const set = cls.field(item?.fields[0] ?? name)?.decl ?? null;
    // An item of a map is a key and a value, of whatever types.
    const method = create(
      builder,
      set,
      name,
      [item === undefined ? typeOfField(cls, name) : UNKNOWN],
      selfType(builder),
    );
    return [item === undefined ? method : { ...method, most: 2, parameters: () => [UNKNOWN, UNKNOWN] }];
  }
  return [];
}

function typeOfField(own: JvmClass, name: string): Type {
  return own.field(name)?.type() ?? UNKNOWN;
}

/** A method that is added. `decl`: what a call of it is a use of; null for nothing. */
function create(
  owner: JvmClass,
  decl: Decl | null,
  name: string,
  parameters: readonly Type[],
  result: Type,
  isStatic = false,
): Method {
  return {
    name,
    owner,
    decl,
    variables: NO_VARIABLES,
    isStatic,
    isAbstract: false,
    isPrivate: false,
    choice: null,
    least: parameters.length,
    most: parameters.length,
    isVariable: false,
    names: null,
    parameters: () => parameters,
    result: () => result,
  };
}
