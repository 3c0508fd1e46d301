/**
 * TypeScript and JavaScript: entities of TypeORM, MikroORM and Sequelize. `getRepository(User)` gives a `Repository<User>`, whose `findOne` promises a
 * User; so do `manager.findOne(User, …)`, and `User.findOne(…)` of a class that derives from the library's own.
 */
import { lastName, words } from "../../base/words.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { AWAITED, MADE } from "../../model/steps.js";
import { freeNamed, tuple } from "../../model/type-forms.js";
import type { External, Place, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { symbolOf } from "../program-file.js";
import { heldType, holderOf, type Library, type LibraryCall, stepsFrom, valueOfType } from "./library.js";

const REPOSITORY = "Repository";
const BUILDER = "SelectQueryBuilder";
const MANAGER = "EntityManager";

/** Functions that give a repository of a class. */
const GETTING = words("getRepository getTreeRepository getMongoRepository getCustomRepository");
/** Methods that promise an entity. */
const ONE = words(
  "findOne findOneBy findOneOrFail findOneByOrFail findOneOrNull findByPk findOneAndUpdate findOneAndDelete save preload remove softRemove recover",
);
/** Methods that promise a list of entities. */
const MANY = words("find findBy findByIds findAll findTrees findRoots findDescendants findAncestors bulkCreate");
/** Methods that promise a list of entities, and how many there are. */
const COUNTED = words("findAndCount findAndCountBy");
/** Methods of a builder that end it. Any other gives the builder. */
const ENDING = words(
  "getCount getExists getRawOne getRawMany getRawAndEntities getQuery getSql getParameters getQueryAndParameters execute stream printSql",
);
/** Methods that return their argument, an object or a list. */
const GIVEN_BACK = words("save remove softRemove recover");

/** The type of the objects of a class that is given; null where the value is not a class of the project. */
function madeBy(program: Program, written: WrittenType | null | undefined): WrittenType | null {
  const place = valueOfType(program, written);
  if (written === null || written === undefined || place.is !== "symbols") return null;
  return place.decls.every((decl) => symbolOf(decl).kind === "class") ? stepsFrom(written, MADE) : null;
}

const listOf = (entity: WrittenType): WrittenType => ({ ...entity, type: freeNamed("Array", [entity.type]) });
const countedOf = (entity: WrittenType): WrittenType => {
  const types: TypeExpr[] = [listOf(entity).type, freeNamed("Number")];
  return { ...entity, type: tuple(types) };
};
const promised = (place: External, type: WrittenType): Place => holderOf({ ...place, module: null }, "Promise", type);

/** The result of a method of a repository; null where it is not known. `first`: the value that it takes. */
function ofRepository(
  { program, place }: LibraryCall,
  name: string,
  entity: WrittenType,
  first: WrittenType | null | undefined,
): Place | null {
  if (GIVEN_BACK.has(name) && isList(program, first)) return promised(place, listOf(entity));
  if (ONE.has(name)) return promised(place, entity);
  if (MANY.has(name)) return promised(place, listOf(entity));
  if (COUNTED.has(name)) return promised(place, countedOf(entity));
  switch (name) {
    case "create":
      return valueOfType(program, isList(program, first) ? listOf(entity) : entity);
    case "merge":
    case "build":
      return valueOfType(program, entity);
    case "createQueryBuilder":
    case "qb":
      return holderOf(place, BUILDER, entity);
    default:
      return null;
  }
}

function isList(program: Program, written: WrittenType | null | undefined): boolean {
  const place = valueOfType(program, written);
  return place.is === "external" && place.module === null && place.type === "Array";
}

/** The result of a method of a query builder; null where it is not known. */
function ofBuilder({ place }: LibraryCall, name: string, entity: WrittenType): Place | null {
  if (name === "getOne" || name === "getOneOrFail" || name === "getSingleResult") return promised(place, entity);
  if (name === "getMany" || name === "getResult" || name === "getResultList") return promised(place, listOf(entity));
  if (name === "getManyAndCount" || name === "getResultAndCount") return promised(place, countedOf(entity));
  return ENDING.has(name) ? null : holderOf(place, BUILDER, entity);
}

/** The name of the type that a method is of: `Repository` of `Repository.findOne`. */
const ownerOf = (name: string) => lastName(name.slice(0, Math.max(0, name.lastIndexOf("."))));

export const typeorm: Library = {
  result(call) {
    const { program, place, given, receiver, callback } = call;
    const name = lastName(place.name);
    const first = given?.arguments[0] ?? null;
    if (GETTING.has(name)) {
      const entity = given?.typeArguments[0] ?? madeBy(program, first);
      return entity === null ? null : holderOf(place, REPOSITORY, entity);
    }
    const [entity] = place.given ?? [];
    const owner = ownerOf(place.name);
    if (entity !== undefined) {
      if (owner.endsWith(BUILDER)) return ofBuilder(call, name, entity);
      if (owner.endsWith(REPOSITORY)) return ofRepository(call, name, entity, first);
    }
    if (name === "transaction" || name === "transactional") {
      const result = callback((given?.count ?? 1) > 1 && name === "transaction" ? 1 : 0);
      return result === null ? null : promised(place, stepsFrom(result, AWAITED));
    }
    const taken = madeBy(program, first);
    // `manager.find(User, …)`
    if (taken !== null) return ofRepository(call, name, taken, given?.arguments[1]);
    return ofClass(call, receiver, name, first);
  },
  handler(program, place, given, number) {
    const name = lastName(place.name);
    const isAfterLevel = number === 1 && given?.count === 2;
    if (!/^transaction(?:al)?$/.test(name) || (number !== 0 && !isAfterLevel)) return null;
    const manager = heldType(program, { is: "external", module: place.module, name: MANAGER, type: MANAGER });
    return manager === null ? null : { is: "function", result: null, parameters: [manager] };
  },
};

/**
 * The result of a static method of a class that derives from `BaseEntity` or `Model`, or of a method such as `save` of one of its objects; null where it
 * is not known. `first`: the value that the method takes.
 */
function ofClass(call: LibraryCall, receiver: Place, name: string, first: WrittenType | null): Place | null {
  const { program, place } = call;
  if (receiver.is === "instance")
    return /^(?:save|reload|remove|softRemove|recover|update)$/.test(name)
      ? withHeld(program, receiver, (entity) => promised(place, entity))
      : null;
  if (receiver.is !== "symbols" || !receiver.decls.every((decl) => symbolOf(decl).kind === "class")) return null;
  const made: Place = { is: "instance", decls: receiver.decls, imported: receiver.imported };
  return withHeld(program, made, (entity) => {
    if (name === "findOrCreate" || name === "findOrBuild" || name === "upsert")
      return promised(place, { ...entity, type: tuple([entity.type, freeNamed("Boolean")]) });
    if (name === "findAndCountAll") return null;
    // Sequelize's `create` promises an entity, TypeORM's gives it at once.
    if (name === "create" && place.module !== "typeorm") return promised(place, entity);
    return ofRepository(call, name, entity, first);
  });
}

/** The result of `then` for a type that stands for a place; null in a program without files. */
function withHeld(program: Program, place: Place, then: (entity: WrittenType) => Place | null): Place | null {
  const held = heldType(program, place);
  return held === null ? null : then(held);
}
