/** Makes the symbol of a file as a whole, which is the first symbol of each parse result. */
import type { ParsedSymbol } from "../model/parse-result.js";

/** Makes a file symbol from the extent of the file. */
export function fileSymbol(source: string, lineCount: number): ParsedSymbol {
  return {
    name: "",
    qualifiedName: "",
    kind: "file",
    parent: -1,
    startLine: 1,
    endLine: lineCount,
    start: 0,
    end: source.length,
    nameLine: 1,
    access: "public",
    isPublicApi: false,
    isStatic: false,
    isAbstract: false,
    isAsync: false,
    isOverride: false,
    isDeprecated: false,
    isExported: false,
    isMergeable: false,
    isOptional: false,
    parameterSignature: null,
    parameterCount: null,
    returnType: null,
    doc: null,
    declaredType: null,
    typeParameters: [],
  };
}
