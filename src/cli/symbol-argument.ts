/** Finds the symbol for a name: people name symbols, while tools take a node_id or a position. */
import { CodeindexError } from "../base/errors.js";
import { nth } from "../base/need.js";
import { withSignature } from "../format/symbols.js";
import type { Service } from "./service.js";

interface FoundSymbols {
  node_id: string;
  name: string;
  qualified_name: string;
  node_type: string;
  parameter_signature: string | null;
  file_path: string;
  line_start: number;
}

/** A line of a file, which tools take as it is: `src/cart.ts:12`, `cart.ts:12-30`. */
const IS_LINE = /[/.]\S*:\d+(:\d+)?(-\d+)?$/;
/** A path, unless a symbol has this name: `declare module "a/b"` makes some. */
const IS_PATH = /^\S*\/\S+$/;
/** Possibly a node_id or a file of the root. */
const MAY_BE_ID = /^[\w-]{11}$|\.\w+$/;

/**
 * The node_id or position for a symbol given as node_id, position, qualified name or name. Throws where none or several symbols have the name,
 * listing them.
 */
export async function resolveSymbol(service: Service, given: string, scope: { project_id?: unknown }): Promise<string> {
  if (IS_LINE.test(given)) return given;
  const exact = await find(service, "lookup_symbol", { qualified_name: given, limit: 100, ...scope });
  if (exact.length === 1) return nth(exact, 0).node_id;
  if (exact.length > 1) throw ambiguous(given, exact);
  if (IS_PATH.test(given)) return given;
  if (MAY_BE_ID.test(given)) {
    const isId = await find(service, "get_symbol", { node_id: given, ...scope });
    if (isId.length === 1) return given;
  }
  const named = await find(service, "search_symbols", { query: given, limit: 50, ...scope });
  const all = named.filter(({ name, qualified_name }) => name === given || qualified_name.endsWith(`.${given}`));
  // C# names a constructor like its class, so Class means the class and Class.Class the constructor.
  const names = new Set(all.map(({ qualified_name }) => qualified_name));
  const isOwn = ({ node_type, name, qualified_name }: FoundSymbols) =>
    node_type === "constructor" && names.has(qualified_name.slice(0, -name.length - 1));
  const same = all.filter((found) => !isOwn(found));
  if (same.length === 1) return nth(same, 0).node_id;
  if (same.length > 1) throw ambiguous(given, same);
  const near = named.slice(0, 5).map(line);
  throw new CodeindexError("not_found", `There is no symbol named ${JSON.stringify(given)}.`, {}, [
    ...(near.length > 0 ? ["Near it:", ...near] : ["search_symbols finds symbols by parts of their names."]),
  ]);
}

/** A tool's answer; nothing where it answers `not_found` or cannot parse the name as a query. */
async function find(service: Service, tool: string, input: Record<string, unknown>): Promise<FoundSymbols[]> {
  try {
    const answer = JSON.parse(await service.call(tool, input, { json: true })) as {
      results?: FoundSymbols[];
    } & FoundSymbols;
    return answer.results ?? [answer];
  } catch (error) {
    if (error instanceof CodeindexError && (error.code === "not_found" || error.code === "invalid_parameter"))
      return [];
    throw error;
  }
}

function ambiguous(given: string, found: FoundSymbols[]): CodeindexError {
  return new CodeindexError("invalid_parameter", `${found.length} symbols are named ${JSON.stringify(given)}.`, {}, [
    "Give one of these node_ids:",
    ...found.slice(0, 20).map(line),
  ]);
}

const line = ({ node_id, qualified_name, node_type, parameter_signature, file_path, line_start }: FoundSymbols) =>
  `${node_id}  ${node_type} ${withSignature(qualified_name, parameter_signature)}  ${file_path}:${line_start}`;
