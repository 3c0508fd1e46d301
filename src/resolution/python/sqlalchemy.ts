/**
 * Python: what sessions, queries and results of SQLAlchemy give, also by Flask-SQLAlchemy and SQLModel: `session.scalars(select(User)).first()`,
 * `session.query(User).one()` and `User.query.get(1)` give a User.
 */
import { words } from "../../base/words.js";
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

/** A query, a statement or a result for objects of a model. The elements of a `Result` are rows, and the model comes behind. */
type Kind = "Select" | "Query" | "ScalarResult" | "Result" | "Pagination";

function holder(kind: Kind, model: WrittenType): External {
  const row: WrittenType = {
    ...model,
    type: tuple([model.type, ...Array.from({ length: MOST_COLUMNS }, () => UNKNOWN_TYPE)]),
  };
  return { is: "external", module: MODULE, name: kind, type: kind, args: kind === "Result" ? [row, model] : [model] };
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
  return name === "query" && isOfSqlalchemy(module) ? holder("Query", modelOfClass(model)) : null;
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
  if (called.args !== undefined) return resultOfHolder(program, owner, method, called.args);
  const first = given === null ? UNKNOWN : argumentOf(program, given);
  if (method === "select") return first.is === "symbols" ? ofClass(first.decls, "Select") : null;
  const result = resultOfSession(program, method, first);
  return result !== null && /(?:^|\.)(?:AsyncSession|async_scoped_session)(?:\(\))?$/.test(owner)
    ? coroutineOf(program, result)
    : result;
}

/** The first argument of a call. */
function argumentOf(program: Program, { root, written }: Given): Place {
  const type = root.arguments[0] ?? null;
  return type === null ? UNKNOWN : program.evaluate.typedValue(program, { ...written, type });
}

function resultOfSession(program: Program, method: string, first: Place): Place | null {
  if (method === "merge") return first.is === "instance" ? first : null;
  if (first.is === "symbols") {
    if (method === "query") return ofClass(first.decls, "Query");
    const isObject = method === "get" || method === "get_one" || method === "get_or_404";
    const model = isObject ? modelAmong(first.decls) : null;
    return model === null ? null : program.evaluate.typedValue(program, model);
  }
  const model = first.is === "external" && first.type === "Select" ? first.args?.[0] : undefined;
  if (model === undefined) return null;
  if (method === "scalars" || method === "exec" || method === "stream_scalars") return holder("ScalarResult", model);
  if (method === "execute" || method === "stream") return holder("Result", model);
  if (method === "paginate") return holder("Pagination", model);
  return method === "scalar" ? program.evaluate.typedValue(program, model) : null;
}

function resultOfHolder(program: Program, kind: string, method: string, args: readonly WrittenType[]): Place | null {
  const [element, model = element] = args;
  if (element === undefined || model === undefined) return null;
  const isQuery = kind === "Query" || kind === "Select";
  const isResult = kind === "ScalarResult" || kind === "Result";
  if ((isQuery || isResult) && SAME.has(method)) return holder(kind, model);
  if (kind === "Query" || isResult) {
    if (MANY.has(method)) return listOf(element);
    if (ONE.has(method)) return program.evaluate.typedValue(program, element);
    if (SCALAR.has(method)) return program.evaluate.typedValue(program, model);
  }
  if (kind === "Result" && method === "scalars") return holder("ScalarResult", model);
  return kind === "Query" && method === "paginate" ? holder("Pagination", model) : null;
}

function ofClass(decls: readonly Decl[], kind: Kind): Place | null {
  const model = modelAmong(decls);
  return model === null ? null : holder(kind, model);
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
