/**
 * Libraries that are configured by chains of calls with lambdas, as far as their names tell: maps of AutoMapper, rules of FluentValidation, and models of
 * Entity Framework. `CreateMap<Order, OrderModel>().ForMember(model => …)` is given an OrderModel, and `RuleFor(order => order.Address).Must(address => …)`
 * an Address.
 */
import type { Program } from "../program.js";
import { elementOf } from "./collections.js";
import { outsideOf } from "./levels.js";
import { libraryValue, NOTHING, type Value } from "./value.js";

type Library = Extract<Value, { is: "library" }>;

/** A call of a method in a chain. */
interface ChainedCall {
  name: string;
  typeArguments: readonly Value[] | null;
  /** The result of the function that is an argument, by number. */
  gives: (argument: number) => Value;
}

/** A parameter of a function that a method in a chain is given. */
interface ChainedParameter {
  name: string;
  typeArguments: readonly Value[] | null;
  /** The number of the argument that is the function. */
  argument: number;
  parameter: number;
  /** How many parameters the function has. */
  parameters: number;
}

/** A map from S to D, and what configures one of its members. */
const MAP = "IMappingExpression";
const MAPPED_MEMBER = "IMemberConfigurationExpression";
/** Rules about a P of a T. */
const RULES = "IRuleBuilder";
/** A model of T, and a relation whose keys lie in T. */
const ENTITY = "EntityTypeBuilder";
const RELATION = "ReferenceCollectionBuilder";
/** A relation from T to R whose other end is not told yet: to one R, to many. */
const TO_ONE = "ReferenceNavigationBuilder";
const TO_MANY = "CollectionNavigationBuilder";

/**
 * The value that a method in a chain gives, called on `made` or, without one, on the library's base of the class around; null for other methods. A class of
 * the project that derives from a library's is taken for its base: `new OrderValidator().RuleFor(order => order.Name)`.
 */
export function chainedResult(program: Program, made: Value, call: ChainedCall): Value | null {
  const { name, typeArguments, gives } = call;
  const receiver = libraryOf(program, made);
  if (name === "CreateMap" && typeArguments?.length === 2) return libraryValue(MAP, typeArguments);
  if (name === "Entity" && typeArguments?.length === 1) return libraryValue(ENTITY, typeArguments);
  if (receiver.is !== "library") return null;
  const [first = NOTHING, second = NOTHING] = receiver.args;
  if (isRule(receiver, name))
    return libraryValue(RULES, [first, name === "RuleFor" ? gives(0) : elementOf(program, gives(0))]);
  switch (receiver.name) {
    case MAP:
      return name === "ReverseMap" ? libraryValue(MAP, [second, first]) : receiver;
    case RULES:
      return receiver;
    case ENTITY:
      return relationFrom(program, first, call);
    case TO_ONE:
      return name === "WithMany" ? libraryValue(RELATION, [first]) : null;
    case TO_MANY:
      return name === "WithOne" ? libraryValue(RELATION, [second]) : null;
    case RELATION:
      return receiver;
    default:
      return null;
  }
}

/** Whether a method begins a rule of a validator. */
const isRule = ({ name, args }: Library, method: string): boolean =>
  /^RuleFor(?:Each)?$/.test(method) && /Validator$/.test(name) && args.length === 1;

/** The chain that a method of a model of `entity` begins: a relation to others, or the model of an object that it owns. */
function relationFrom(program: Program, entity: Value, { name, gives }: ChainedCall): Value | null {
  switch (name) {
    case "HasOne":
      return libraryValue(TO_ONE, [entity, gives(0)]);
    case "HasMany":
      return libraryValue(TO_MANY, [entity, elementOf(program, gives(0))]);
    case "OwnsOne":
      return libraryValue(ENTITY, [gives(0)]);
    case "OwnsMany":
      return libraryValue(ENTITY, [elementOf(program, gives(0))]);
    default:
      return null;
  }
}

/** A value, or of a class of the project the base that a library declares. */
const libraryOf = (program: Program, value: Value): Value =>
  value.is === "type" ? (outsideOf(program, value) ?? NOTHING) : value;

/** The value that a method in a chain calls a function among its arguments with; null for other methods. Of `made`: see `chainedResult`. */
export function chainedParameter(program: Program, made: Value, call: ChainedParameter): Value | null {
  const receiver = libraryOf(program, made);
  if (call.name === "Entity" && call.typeArguments?.length === 1) return libraryValue(ENTITY, call.typeArguments);
  if (receiver.is !== "library") return null;
  const [first = NOTHING, second = NOTHING] = receiver.args;
  switch (receiver.name) {
    case MAP:
      return mapParameter(receiver, call);
    case MAPPED_MEMBER:
      return receiver.args[call.parameter] ?? NOTHING;
    case RULES:
      return ruleParameter(first, second, call);
    case ENTITY:
      return call.parameter === 0 && call.argument === 0 ? first : null;
    case TO_ONE:
    case TO_MANY:
      return call.parameter === 0 ? second : null;
    case RELATION:
      return call.parameter === 0 ? first : null;
    default:
      return isRule(receiver, call.name) ? first : null;
  }
}

function mapParameter(map: Library, { name, argument, parameter }: ChainedParameter): Value {
  const [source = NOTHING, made = NOTHING] = map.args;
  if (/^For(?:Member|Path|CtorParam)$/.test(name))
    return argument === 0 ? made : libraryValue(MAPPED_MEMBER, [source, made]);
  if (/^ForAll(?:Other)?Members$/.test(name)) return libraryValue(MAPPED_MEMBER, [source, made]);
  return map.args[parameter] ?? NOTHING;
}

/** Rules call a function with the value, or with the whole and the value; conditions and other texts with the whole. */
function ruleParameter(whole: Value, value: Value, { name, parameter, parameters }: ChainedParameter): Value {
  const isOfValue =
    name === "Custom" ||
    name === "CustomAsync" ||
    (name === "Must" && parameters === 1) ||
    (name === "MustAsync" && parameters === 2);
  if (isOfValue) return parameter === 0 ? value : NOTHING;
  if (name === "ChildRules") return libraryValue("InlineValidator", [value]);
  return [whole, value][parameter] ?? NOTHING;
}
