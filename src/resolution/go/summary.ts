/** Go: the entries that a file gives the index. */
import type { TypeExpr } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { plain } from "../plain.js";
import { type ProgramFile, symbolAt } from "../program-file.js";
import type { SummaryRules } from "../semantics.js";
import { createGoIndex, type GoIndex, INTERFACES } from "./state.js";

/** The name that stands for a package among the names that a file mentions, by the last part of its path. */
export function packageMention(path: string): string {
  return `package ${path.slice(path.lastIndexOf("/") + 1)}`;
}

export const summary: SummaryRules = {
  ...plain.summary,
  namesInSpecifier: (specifier) => [packageMention(specifier)],
  moduleAddedTo: () => null,
  createIndex: createGoIndex,
  indexFile(index, file, put) {
    const { members, names, methods, folders, interfaces } = index as GoIndex;
    const folder = folderOf(file.path);
    put(folders, folder, 0);
    for (let position = 1; position < file.symbols.length; position++) {
      const { name, kind, parent, receiverType } = symbolAt(file, position);
      if (kind === "method") {
        put(members, name, position);
        const owner = receiverType === null ? null : receiverName(file, receiverType);
        if (owner !== null) put(methods, `${folder}\0${owner}`, position);
        continue;
      }
      if (kind === "interface") put(interfaces, INTERFACES, position);
      if (parent === 0 && name !== "_" && !(kind === "function" && name === "init"))
        put(names, `${folder}\0${name}`, position);
    }
  },
};

/** The name of the type in a receiver. */
export function receiverName(file: ProgramFile, type: TypeExpr): string | null {
  if (type.kind !== "named") return null;
  const { root, args } = type;
  if (root.in === "file") return file.symbols[root.symbol]?.name ?? null;
  if (root.in !== "free") return null;
  const [pointed] = args ?? [];
  return root.name === "*" && pointed !== undefined ? receiverName(file, pointed) : root.name;
}
