/**
 * Measures how right the graph of Python is by pyright, which tells where each callee and each base is defined. A call counts whose callee pyright finds in
 * the project. Calls of local variables and parameters, which are not symbols here, are left out; so are callees that pyright does not know.
 */
import { basename } from "node:path";
import { definitionsOf } from "./definitions.js";
import { Judge, type PythonFigures, SHOWN, SURE } from "./judge.js";
import { ourFiles } from "./our-files.js";

/** The figures of a repository, with the places where it and the oracle differ. */
export interface PythonMeasured {
  name: string;
  figures: PythonFigures[];
  differences: string[];
}

/** Measures the repository in `root` by the pyright in `pyrightFolder`, which keeps the definitions for the next time. */
export async function measurePython(root: string, pyrightFolder: string): Promise<PythonMeasured> {
  const files = await ourFiles(root);
  const definitions = await definitionsOf(root, files, pyrightFolder);
  const judge = new Judge(files, definitions);
  return {
    name: basename(root),
    figures: [
      judge.calls("calls", SURE),
      judge.calls("calls, unique too", SHOWN),
      judge.subclasses(),
      judge.overrides(),
    ],
    differences: judge.differences,
  };
}
