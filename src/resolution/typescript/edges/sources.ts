/** Declaration files that stand beside the code that they declare. */
import { childrenNamed } from "../../declarations.js";
import type { Program } from "../../program.js";
import { type Decl, symbolAt } from "../../program-file.js";

/** The symbol in the JavaScript file beside a declaration file: `index.d.ts` speaks for `index.js`. */
export function sourcesOf(program: Program, { file, index }: Decl): Decl[] {
  const symbol = symbolAt(file, index);
  if (!file.isDeclarationFile || symbol.parent !== 0 || isNoValueKind(symbol.kind)) return [];
  const source = program.files.get(file.path.replace(/\.d\.([mc]?)ts$/, ".$1js"));
  if (source === undefined) return [];
  const named = childrenNamed(program, source, 0, symbol.name).find(
    (position) => symbolAt(source, position).isExported,
  );
  return named === undefined ? [] : [{ file: source, index: named }];
}

function isNoValueKind(kind: string): boolean {
  return kind === "interface" || kind === "type";
}
