/** Statements of C# that only link code: usings, the namespace of a file, and directives to the compiler. */

const STATEMENTS = [
  String.raw`(?:global\s+)?using\s+(?:static\s+)?[\p{L}\p{N}_.@:]+\s*(?:=[^;(){}]+)?;`,
  String.raw`extern\s+alias\s+[\p{L}\p{N}_]+\s*;`,
  String.raw`namespace\s+[\p{L}\p{N}_.@]+\s*;`,
  String.raw`#[^\n]*`,
];

export const linkage = new RegExp(STATEMENTS.join("|"), "uy");
