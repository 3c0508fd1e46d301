/** Matches statements of TypeScript and JavaScript that declare nothing of their own and only name code elsewhere. */

const WORD = String.raw`[\p{L}\p{N}_$]+`;
const DOTTED = String.raw`[\p{L}\p{N}_$.]+`;
const STRING = String.raw`(?:"[^"\n]*"|'[^'\n]*')`;
const ATTRIBUTES = String.raw`(?:\s*(?:with|assert)\s*\{[^{}]*\})?`;
const REQUIRED = String.raw`require\(\s*${STRING}\s*\)(?:\.${WORD})*`;
/** A member of a union that is only a name: `"GET"`, `404`, `Router`, `Handler<E>[]`. It matches in one way only, so that long unions do not backtrack. */
const MEMBER = String.raw`(?:${STRING}|-?${DOTTED}(?:<[^<>(){}=;]*>)?(?:\[\])*)`;

const STATEMENTS = [
  String.raw`import\b[\p{L}\p{N}_$*,{}\s]*${STRING}${ATTRIBUTES}`,
  String.raw`(?:export\s+)?import\s+(?:type\s+)?${WORD}\s*=\s*(?:${REQUIRED}|${DOTTED})`,
  String.raw`(?:const|let|var)\s+(?:${WORD}|\{[\p{L}\p{N}_$,:\s]*\})\s*=\s*${REQUIRED}`,
  String.raw`export\s+(?:type\s+)?(?:\*(?:\s*as\s+${WORD})?|\{[^{}]*\})(?:\s*from\s*${STRING}${ATTRIBUTES})?`,
  String.raw`export\s+const\s+${WORD}\s*=\s*${WORD}(?:\.${WORD})+`,
  String.raw`export\s+default\s+${DOTTED}`,
  String.raw`export\s*=\s*${DOTTED}`,
  String.raw`(?:module\.)?exports(?:\.${WORD})?\s*=\s*(?:${REQUIRED}|\{[\p{L}\p{N}_$,\s]*\}|${DOTTED})`,
  String.raw`(?:export\s+)?(?:declare\s+)?type\s+${WORD}(?:<[^<>(){}]*>)?\s*=\s*(?:\|\s*)?${MEMBER}(?:\s*\|\s*${MEMBER})+`,
  String.raw`["']use \w+["']`,
];

/** An import, a re-export, or a type that is a union of names and literals, up to the end of the statement. For text without comments. */
export const linkage = new RegExp(String.raw`(?:${STATEMENTS.join("|")})(?=[^\S\n]*(?:[;\n]|$))`, "uy");
