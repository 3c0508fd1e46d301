/** C#: the edges of using directives. */
import { importEdge } from "../../edges/import-edge.js";
import { firstOfEach } from "../../edges/targets.js";
import { addExternal } from "../../edges/work.js";
import { nodeIdOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";
import { namespaceDecl, usingPlace } from "../names.js";

/** Adds the edges of using directives. */
export function usingEdges(work: Work): void {
  const { program, file } = work;
  for (const { specifier, line } of file.imports) {
    const place = usingPlace(program, file, specifier);
    if (place.is === "symbols") {
      for (const decl of firstOfEach(place.decls)) importEdge(work, line, nodeIdOf(decl));
    } else if (place.is === "namespace") {
      const decl = namespaceDecl(program, place.name);
      if (decl !== null) importEdge(work, line, nodeIdOf(decl));
    } else if (place.is === "external") {
      addExternal(work, { source: 0, kind: "imports", line }, place);
    }
  }
}
