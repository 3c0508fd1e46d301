/** Statements of Go that only link code: the package clause and imports. */

const SPEC = String.raw`(?:[\p{L}\p{N}_.]+[ \t]+)?(?:"[^"\n]*"|\x60[^\x60\n]*\x60)[ \t]*;?`;

const STATEMENTS = [
  String.raw`package[ \t]+[\p{L}\p{N}_]+`,
  String.raw`import[ \t]*\((?:\s*${SPEC})*\s*\)`,
  String.raw`import[ \t]+${SPEC}`,
];

/** A package clause or an import, up to the end of the statement. For text without comments. */
export const linkage = new RegExp(String.raw`(?:${STATEMENTS.join("|")})(?=[^\S\n]*(?:[;\n]|$))`, "uy");
