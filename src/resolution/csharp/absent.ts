/** C# names that lead to projects of the repository outside the index: to excluded sources, or to sources that a build generates. */
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import { undeclaredUsings } from "./names.js";
import { projectsOf } from "./state.js";
import { bareName } from "./written-names.js";

/** Namespaces whose types `runtimeGlobals` lists. A name that it does not list is in none of them. */
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

/** The project that an undeclared name belongs to; null for a library's, or a name that may be one's. */
export function absentProject(program: Program, file: ProgramFile, name: string, isUsing: boolean): string | null {
  const projects = projectsOf(program);
  const first = name.replace(/\..*$/s, "");
  if (isUsing) return projects.projectOf(name);
  if (file.language.runtimeGlobals.has(bareName(first))) return null;
  const qualified = projects.projectOf(name);
  // A member of a type may look like a namespace of one part.
  if (qualified?.includes(".")) return qualified;
  const usings = undeclaredUsings(program, file);
  const absent = usings.find((each) => projects.projectOf(each) !== null);
  if (absent === undefined || OF_HTTP.test(first)) return null;
  return usings.every((each) => LISTED.has(each) || projects.projectOf(each) !== null) ? absent : null;
}
