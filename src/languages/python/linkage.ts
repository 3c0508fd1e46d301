/** Matches statements of Python that declare nothing of their own and only name code elsewhere. */

const NAME = String.raw`[\p{L}\p{N}_.]+`;
const AS = String.raw`${NAME}(?:[^\S\n]+as[^\S\n]+${NAME})?`;
const STRING = String.raw`(?:"[^"\n]*"|'[^'\n]*')`;

const STATEMENTS = [
  String.raw`from[^\S\n]+${NAME}[^\S\n]+import[^\S\n]*(?:\([\p{L}\p{N}_,\s]*\)|[\p{L}\p{N}_.,*][\p{L}\p{N}_., \t]*)`,
  String.raw`import[^\S\n]+${AS}(?:[^\S\n]*,[^\S\n]*${AS})*`,
  String.raw`__all__[^\S\n]*\+?=[^\S\n]*[[(](?:\s*${STRING}\s*,?)*\s*[\])]`,
  "if[^\\S\\n]+(?:typing\\.|t\\.)?TYPE_CHECKING:",
];

/** An import, or the list of what a module exports, up to the end of the statement. For text without comments. */
export const linkage = new RegExp(String.raw`(?:${STATEMENTS.join("|")})(?=[^\S\n]*(?:[;\n]|$))`, "uy");
