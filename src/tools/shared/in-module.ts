/** Symbols that are named by their module or package, as code names them: `rest.update`, `source.Driver`, `httpie.sessions.Session.close`. */
import { symbolsMeant } from "../../graph/lookup.js";
import type { CodeSymbol } from "../../graph/symbol.js";
import type { ToolContext } from "../running/tool.js";

/** Longer names are not taken apart. */
const MOST_PARTS = 10;

/** The symbols of a name behind that of their module; none where no module is called so. */
export async function symbolsOfModule(
  { db, view }: Pick<ToolContext, "db" | "view">,
  given: string,
): Promise<CodeSymbol[]> {
  const parts = given.split(/[./]/);
  if (parts.length > MOST_PARTS || !parts.every((part) => /^[\w$-]+$/.test(part))) return [];
  for (let offset = 1; offset < parts.length; offset++) {
    const module = parts.slice(0, offset);
    const named = await symbolsMeant(db, view, parts.slice(offset).join("."), () => true);
    const found = named.filter(({ primary }) => isModule(primary.path, module, given.includes("/")));
    if (found.length > 0) return found;
  }
  return [];
}

/** Files that stand for their folder. */
const OF_FOLDER = /^(?:index|__init__|mod)$/;

/** Whether a file, or the folder it is in, is the module of a name. The path of an import may begin outside the repository. */
function isModule(path: string, module: readonly string[], isImportPath: boolean): boolean {
  const folders = path.split("/");
  const file = (folders.pop() ?? "").replace(/\..*$/, "");
  const wanted = module.join("/");
  const named = [folders, ...(OF_FOLDER.test(file) ? [] : [[...folders, file]])].map((parts) => parts.join("/"));
  return named.some((own) => endsWith(own, wanted) || (isImportPath && own !== "" && endsWith(wanted, own)));
}

const endsWith = (path: string, end: string) => `/${path}`.endsWith(`/${end}`);
