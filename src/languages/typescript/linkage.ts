/** Statements of TypeScript and JavaScript that declare nothing of their own: they only name what stands elsewhere. */

const WORD = String.raw`[\p{L}\p{N}_$]+`;
const DOTTED = String.raw`[\p{L}\p{N}_$.]+`;
const STRING = String.raw`(?:"[^"\n]*"|'[^'\n]*')`;
const ATTRIBUTES = String.raw`(?:\s*(?:with|assert)\s*\{[^{}]*\})?`;
const REQUIRED = String.raw`require\(\s*${STRING}\s*\)(?:\.${WORD})*`;
/** `"GET"`, `404`, `Router`, `Handler<E>[]`: a member of a union that says no more than its name. It fits a text in one way only, so that long unions take no time. */
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

/** An import, a re-export, or a type that is a union of names and literals; what follows must end it. For text without comments. */
export const linkage = new RegExp(String.raw`(?:${STATEMENTS.join("|")})(?=[^\S\n]*(?:[;\n]|$))`, "uy");
