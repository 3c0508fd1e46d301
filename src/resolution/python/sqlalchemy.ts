/**
 * Python: what sessions, queries and results of SQLAlchemy give, also by Flask-SQLAlchemy and SQLModel: `session.scalars(select(User)).first()`,
 * `session.query(User).one()` and `User.query.get(1)` give a User.
 */
import { words } from "../../base/words.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { named, tuple, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { isTypeKind } from "../name-index.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, symbolOf } from "../program-file.js";
import type { Given } from "./infer.js";

const MODULE = "sqlalchemy";
const isOfSqlalchemy = (module: string | null) =>
  module !== null && /^(?:flask_)?(?:sqlalchemy|sqlmodel)(?:\.|$)/.test(module);

/** Methods of statements and queries that give another one for objects of the same model. */
const SAME = words(`
  correlate distinct enable_eagerloads execution_options filter filter_by group_by having join limit offset options order_by outerjoin populate_existing
  select_from slice unique where with_for_update yield_per
`);
/** Methods that give one object, or one row of a result. */
const ONE = words("fetchone first first_or_404 get get_or_404 one one_or_404 one_or_none");
const MANY = words("all fetchall");
/** Methods of a session and of a result that give an object of a model. */
const SCALAR = words("scalar scalar_one scalar_one_or_none");

/**
 * A query, a statement or a result. The first type argument is that of its elements, and the second of what `scalars` gives: a `Result` has rows and the
 * model, and so has a `Query` for several entities. A statement has them the other way round.
 */
type Kind = "Select" | "Query" | "ScalarResult" | "Result" | "Pagination";

function holder(kind: Kind, args: readonly WrittenType[]): External {
  return { is: "external", module: MODULE, name: kind, type: kind, args: [...args] };
}

/** A row of objects of a model and of what else a statement selects. */
function rowOf(program: Program, model: WrittenType, others: readonly Place[]): WrittenType {
  const parts = others.map((other): TypeExpr => {
    const decl = other.is === "symbols" ? modelAmong(other.decls) : null;
    const type: TypeExpr = decl === null ? UNKNOWN_TYPE : { kind: "held" };
    if (decl !== null) program.caches.places.set(type, program.evaluate.typedValue(program, decl));
    return type;
  });
  const unknown = Array.from({ length: MOST_COLUMNS - parts.length }, () => UNKNOWN_TYPE);
  return { ...model, type: tuple([model.type, ...parts, ...unknown]) };
}

/** The columns of a row behind its first one, of which nothing is known. */
const MOST_COLUMNS = 8;

const listOf = (element: WrittenType): External => ({
  is: "external",
  module: null,
  name: "list",
  type: "list",
  args: [element],
});

/** `User.query` of a model: a query for its objects. Null for any other member that a class has of a base outside of the project. */
export function queryOf({ module }: External, name: string, model: Decl): External | null {
  return name === "query" && isOfSqlalchemy(module) ? holder("Query", [modelOfClass(model)]) : null;
}

/** The objects on a page of a query; null for any other member of a library's value. */
export function memberOfPage({ module, type, args: [model] = [] }: External, name: string): Place | null {
  return module === MODULE && type === "Pagination" && name === "items" && model !== undefined ? listOf(model) : null;
}

/** The result of a call outside of the project that SQLAlchemy answers; null for any other. */
export function resultOfSqlalchemy(program: Program, called: External, given: Given | null): Place | null {
  if (!isOfSqlalchemy(called.module)) return null;
  const dot = called.name.lastIndexOf(".");
  const owner = called.name.slice(0, Math.max(0, dot));
  const method = called.name.slice(dot + 1);
  const session = sessionOf(called);
  if (session !== null) return session;
  if (called.args !== undefined) return resultOfHolder(program, owner, method, called.args);
  const first = given === null ? UNKNOWN : argumentOf(program, given);
  const others = () => (given === null ? [] : argumentsBehind(program, given));
  if (method === "select") return first.is === "symbols" ? selectOf(program, first.decls, others()) : null;
  const result = resultOfSession(program, method, first, others);
  return result !== null && /(?:^|\.)(?:AsyncSession|async_scoped_session)(?:\(\))?$/.test(owner)
    ? coroutineOf(program, result)
    : result;
}

/** A factory of sessions, as a type or as the result of a call, and its method `begin`. */
const FACTORY = /^(?:.*\.)?(async_)?sessionmaker(?:\(\))?(\.begin)?$/;

/** The session that a factory makes: `SessionLocal()`, `SessionLocal.begin()`. Null for other calls. */
function sessionOf({ module, name, type }: External): External | null {
  const [whole, isAsync, begins] = FACTORY.exec(name) ?? [];
  // A call of the class itself makes the factory.
  if (whole === undefined || (type === null && begins === undefined)) return null;
  const session = isAsync === undefined ? "Session" : "AsyncSession";
  return { is: "external", module, name: session, type: session };
}

/** The first argument of a call. */
function argumentOf(program: Program, { root, written }: Given): Place {
  const type = root.arguments[0] ?? null;
  return type === null ? UNKNOWN : program.evaluate.typedValue(program, { ...written, type });
}

/** The arguments of a call behind the first. */
function argumentsBehind(program: Program, { root, written }: Given): Place[] {
  return root.arguments
    .slice(1, MOST_COLUMNS)
    .map((type) => (type === null ? UNKNOWN : program.evaluate.typedValue(program, { ...written, type })));
}

function resultOfSession(program: Program, method: string, first: Place, others: () => Place[]): Place | null {
  if (method === "merge") return first.is === "instance" ? first : null;
  if (first.is === "symbols") {
    if (method === "query") return queryFor(program, first.decls, others());
    const isObject = method === "get" || method === "get_one" || method === "get_or_404";
    const model = isObject ? modelAmong(first.decls) : null;
    return model === null ? null : program.evaluate.typedValue(program, model);
  }
  const [model, row] = first.is === "external" && first.type === "Select" ? (first.args ?? []) : [];
  if (model === undefined || row === undefined) return null;
  if (method === "scalars" || method === "exec" || method === "stream_scalars") return holder("ScalarResult", [model]);
  if (method === "execute" || method === "stream") return holder("Result", [row, model]);
  if (method === "paginate") return holder("Pagination", [model]);
  return method === "scalar" ? program.evaluate.typedValue(program, model) : null;
}

function resultOfHolder(program: Program, kind: string, method: string, args: readonly WrittenType[]): Place | null {
  const [element, model = element] = args;
  if (element === undefined || model === undefined) return null;
  if (kind === "Relationship" && SAME.has(method)) return holder("Query", [element]);
  const isResult = kind === "ScalarResult" || kind === "Result";
  if ((kind === "Query" || kind === "Select" || isResult) && SAME.has(method)) return holder(kind, args);
  if (kind === "Query" || kind === "Relationship" || isResult) {
    if (MANY.has(method)) return listOf(element);
    if (ONE.has(method)) return program.evaluate.typedValue(program, element);
    if (SCALAR.has(method)) return program.evaluate.typedValue(program, model);
  }
  if (kind === "Result" && method === "scalars") return holder("ScalarResult", [model]);
  return kind === "Query" && method === "paginate" ? holder("Pagination", [element]) : null;
}

/** The statement that selects objects of a class, and others. */
function selectOf(program: Program, decls: readonly Decl[], others: readonly Place[]): Place | null {
  const model = modelAmong(decls);
  return model === null ? null : holder("Select", [model, rowOf(program, model, others)]);
}

/** The query for objects of a class, or for rows of them and others. */
function queryFor(program: Program, decls: readonly Decl[], others: readonly Place[]): Place | null {
  const model = modelAmong(decls);
  if (model === null) return null;
  return holder("Query", others.length === 0 ? [model] : [rowOf(program, model, others), model]);
}

function modelAmong(decls: readonly Decl[]): WrittenType | null {
  const [decl] = decls;
  return decl !== undefined && isTypeKind(symbolOf(decl).kind) ? modelOfClass(decl) : null;
}

function modelOfClass(decl: Decl): WrittenType {
  return { file: decl.file, from: decl.index, type: named({ in: "file", symbol: decl.index }) };
}

function coroutineOf(program: Program, result: Place): Place | null {
  const [model] = result.is === "external" ? (result.args ?? []) : [];
  const place = result.is === "instance" ? firstDecl(result) : null;
  const written = model ?? (place === null ? null : modelOfClass(place));
  if (written === null) return null;
  const held: WrittenType = { ...written, type: { kind: "held" } };
  program.caches.places.set(held.type, result);
  return { is: "external", module: null, name: "Coroutine", type: "Coroutine", args: [held] };
}
