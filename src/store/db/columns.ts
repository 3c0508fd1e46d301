/** Columns of rows to insert, each with its SQL type. */

/** Column values for `insertRows`: the SQL type of each column and its values, all arrays of one length. */
export interface Columns {
  [column: string]: { type: SqlType; values: readonly unknown[] };
}

export type SqlType =
  | "text"
  | "int4"
  | "int8"
  | "int2"
  | "bool"
  | "bytea"
  | "jsonb"
  | "timestamptz"
  | "tsvector"
  | "text[]";
