/** C# names that lead to projects of the repository whose sources are not in the index: excluded ones, and what a build generates. */
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import { bareName, undeclaredUsings } from "./names.js";

/** Namespaces whose types `runtimeGlobals` lists, so that a name which it does not list is none of theirs. */
const LISTED: ReadonlySet<string> = new Set([
  "System",
  "System.Collections",
  "System.Collections.Concurrent",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Text",
  "System.Threading",
  "System.Threading.Tasks",
]);
/** Types of `System.Net.Http`, which implicit usings add to most files. */
const OF_HTTP =
  /^(?:Http|ByteArrayContent|StringContent|StreamContent|Multipart|FormUrlEncoded|DelegatingHandler|Socket)/;

/** The project that a name which nothing declares belongs to; null for a library's, and where it may be one's. */
export function absentProject(program: Program, file: ProgramFile, name: string, isUsing: boolean): string | null {
  const { projects } = program;
  const first = name.split(".", 1)[0]!;
  if (isUsing) return projects.projectOf(name);
  if (file.language.runtimeGlobals.has(bareName(first))) return null;
  const qualified = projects.projectOf(name);
  // A member of a type may look as a namespace of one part does.
  if (qualified?.includes(".")) return qualified;
  const usings = undeclaredUsings(program, file);
  const absent = usings.find((each) => projects.projectOf(each) !== null);
  if (absent === undefined || OF_HTTP.test(first)) return null;
  return usings.every((each) => LISTED.has(each) || projects.projectOf(each) !== null) ? absent : null;
}
