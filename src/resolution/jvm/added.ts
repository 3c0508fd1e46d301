/** The members that annotations of Lombok add to a type: methods without a declaration of their own, whose uses are those of fields and of the type. */
import type { AddedMember } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import { familyOf } from "./hierarchy.js";
import {
  type Field,
  isVoid,
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

/** Whether a method is a setter that is added to a class, and gives nothing back. */
export function isAddedSetter({ name, owner, decl, result }: Method): boolean {
  return (
    decl !== null && isVoid(result()) && addedTo(owner).some((member) => member.kind === "set" && member.name === name)
  );
}

/** The constructors that are added to a class. A call of one is a call of the class. */
export function addedConstructors(own: JvmClass): Method[] {
  const makers = addedTo(own).filter(({ kind, name }) => kind === "make" && name === "");
  return makers.map(({ fields }) => {
    const parameters = fields.map((field) => typeOfField(own, field));
    return create(own, { name: own.name, decl: own.decl, parameters, result: selfType(own) });
  });
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
  const decl = field?.decl ?? null;
  const isStatic = field?.isStatic;
  switch (kind) {
    case "read":
      return create(own, { name, decl, result: typeOfField(own, first), isStatic });
    case "set":
    case "chain":
    case "copy": {
      const result: Type = kind === "set" ? { is: "primitive", name: "void" } : selfType(own);
      return create(own, { name, decl, parameters: [typeOfField(own, first)], result, isStatic });
    }
    case "make": {
      const parameters = fields.map((each) => typeOfField(own, each));
      const made = create(own, { name, decl: own.decl, parameters, result: selfType(own), isStatic: true });
      return { ...made, variables: own.variables };
    }
    case "builder": {
      const isOfClass = name !== "toBuilder";
      const result = selfType(builderOf(program, own));
      const made = create(own, { name, decl: null, result, isStatic: isOfClass });
      return isOfClass ? { ...made, variables: own.variables } : made;
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
            ? [create(builder, { name, decl: own.decl, result: selfType(own) })]
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
    const decl = cls.field(item?.fields[0] ?? name)?.decl ?? null;
    const parameters = [item === undefined ? typeOfField(cls, name) : UNKNOWN];
    const method = create(builder, { name, decl, parameters, result: selfType(builder) });
    // An item of a map is a key and a value, of whatever types.
    return [item === undefined ? method : { ...method, most: 2, parameters: () => [UNKNOWN, UNKNOWN] }];
  }
  return [];
}

function typeOfField(own: JvmClass, name: string): Type {
  return own.field(name)?.type() ?? UNKNOWN;
}

/** The parts of an added method that differ from one to the next. */
interface Added {
  readonly name: string;
  /** The declaration that a call of the method uses; null for none. */
  readonly decl: Decl | null;
  /** The types of the parameters; left out for a method without any. */
  readonly parameters?: readonly Type[];
  readonly result: Type;
  readonly isStatic?: boolean | undefined;
}

/** A method that is added to a class. */
function create(owner: JvmClass, added: Added): Method {
  const { name, decl, parameters = NO_TYPES, result, isStatic = false } = added;
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
