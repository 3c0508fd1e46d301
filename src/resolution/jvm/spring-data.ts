/**
 * Values that repositories of Spring Data give. Its interfaces are of a library that is not read, and each application asks them for its own entities:
 * `interface UserRepository extends JpaRepository<User, Long>` gives Users. The methods are those of the documentation
 * (https://docs.spring.io/spring-data/commons/reference/repositories/core-concepts.html).
 */
import { parentAt } from "../program-file.js";
import { heritageOf } from "./classes.js";
import type { Evaluation } from "./evaluation.js";
import { familyOf } from "./hierarchy.js";
import { langType, libraryClass } from "./library.js";
import type { Given } from "./overloads.js";
import { bindingsOf, type ClassType, erased, substitute, type Type, typeOfClass, UNKNOWN } from "./types.js";
import { typeIn } from "./written.js";

/** The repositories whose first type argument is the entity. Those of which `findAll` gives an Iterable stand apart. */
const LISTING =
  /^(?:JpaRepository|ListCrudRepository|MongoRepository|JpaSpecificationExecutor|ListPagingAndSortingRepository)$/;
const ITERATING = /^(?:CrudRepository|PagingAndSortingRepository|ElasticsearchRepository|Neo4jRepository)$/;
const ONE = /^(?:save|saveAndFlush|getOne|getById|getReferenceById)$/;
const PERHAPS_ONE = /^(?:findById|findOne)$/;
const ALL_OF_SOME = /^(?:findAllById|saveAll|saveAllAndFlush)$/;

/** The value that a method gives that a type has from a repository of Spring Data; UNKNOWN for other types and methods. */
export function givenByRepository(
  e: Evaluation,
  receiver: Type,
  name: string | null,
  given: readonly Given[] | null,
): Type {
  const type = erased(receiver);
  if (name === null || type.is !== "class" || type.cls.decl === null) return UNKNOWN;
  const count = given?.length ?? 0;
  // `findAll(page)` gives a part of the list. A lambda is not a page.
  const isAll = name === "findAll" && (count === 0 || (count === 1 && given?.[0]?.lambda !== null));
  const isPage = name === "findAll" && isOfPages(given?.at(-1));
  const isSome = isAll || isPage || ALL_OF_SOME.test(name);
  const isOptional = PERHAPS_ONE.test(name);
  if (!isSome && !isOptional && !ONE.test(name)) return UNKNOWN;
  const asked = repositoryOf(e, type);
  if (asked === null || asked.entity.is === "unknown") return UNKNOWN;
  const { entity } = asked;
  if (!isSome && !isOptional) return entity;
  if (isPage) {
    const page = libraryClass("org.springframework.data.domain", "Page");
    return page === null ? UNKNOWN : typeOfClass(page, [entity]);
  }
  if (isSome && !asked.isListing) return langType("Iterable", [entity]);
  const holder = libraryClass("java.util", isSome ? "List" : "Optional");
  return holder === null ? UNKNOWN : typeOfClass(holder, [entity]);
}

/** The entity of a type that is a repository, by the base lists of its project; null for any other type. */
function repositoryOf({ program }: Evaluation, type: ClassType): { entity: Type; isListing: boolean } | null {
  let found: { entity: Type; isListing: boolean } | null = null;
  for (const each of familyOf(program, type).types) {
    const { decl } = each.cls;
    if (decl === null) continue;
    const { file, index } = decl;
    for (const { base } of heritageOf(decl)) {
      const [first] = base.args ?? [];
      const seen = typeIn(program, file, index, base, parentAt(file, index));
      if (first === undefined || seen.is !== "outside" || !isOfSpring(seen.module)) continue;
      const isListing = LISTING.test(seen.name);
      if (!isListing && !ITERATING.test(seen.name)) continue;
      const entity = substitute(typeIn(program, file, index, first), bindingsOf(each));
      if (found === null || isListing) found = { entity, isListing };
    }
  }
  return found;
}

/** Whether an argument tells which part of a list is asked for. */
function isOfPages(argument: Given | undefined): boolean {
  const type = argument?.type();
  return type?.is === "class" && type.cls.decl === null && /^(?:Pageable|PageRequest)$/.test(type.cls.name);
}

const isOfSpring = (module: string | null) => module === null || module.startsWith("org.springframework.data");
