/** The meaning of Parcel: names of the package are seen without an import, those of other packages through their folder. */
import { importEdge } from "../../../src/resolution/edges/import-edge.js";
import { addExternal } from "../../../src/resolution/edges/work.js";
import { declsOf, type FamilyIndex } from "../../../src/resolution/name-index.js";
import { type Place, UNKNOWN } from "../../../src/resolution/place.js";
import { plain } from "../../../src/resolution/plain.js";
import type { ProgramFile } from "../../../src/resolution/program-file.js";
import type { Program, Semantics } from "../../../src/resolution/semantics.js";

const PARCEL = "parcel";

interface ParcelIndex extends FamilyIndex {
  /** Top-level names by `folder/name`, and the files of a folder by `folder/`. */
  readonly names: Map<string, number[]>;
}

const folderOf = ({ path }: ProgramFile) => path.slice(0, path.lastIndexOf("/"));

/** The place of a name of a package; null where the package has none. */
function nameIn(program: Program, folder: string, name: string): Place | null {
  const { names } = program.index.families[PARCEL] as ParcelIndex;
  const decls = declsOf(program.index, names.get(`${folder}/${name}`));
  return decls.length === 0 ? null : { is: "symbols", decls, imported: true };
}

export const semantics: Semantics = {
  ...plain,
  name: PARCEL,
  summary: {
    ...plain.summary,
    createIndex: (): ParcelIndex => ({ members: new Map(), names: new Map() }),
    indexFile(index, file, put) {
      const { members, names } = index as ParcelIndex;
      put(names, `${folderOf(file)}/`, 0);
      file.symbols.forEach(({ name, kind, parent, isPrivate }, index) => {
        if (kind === "method") put(members, name, index);
        if (parent === 0 && !isPrivate) put(names, `${folderOf(file)}/${name}`, index);
      });
    },
  },
  names: {
    ...plain.names,
    importPlace(program, file, at) {
      const item = file.imports[at];
      if (item === undefined) return UNKNOWN;
      const inProject = nameIn(program, item.specifier, "");
      return inProject === null
        ? { is: "external", module: item.specifier, name: "", type: null }
        : { is: "namespace", name: item.specifier, family: file.family };
    },
    freeName: (program, file, from, name, meaning) =>
      nameIn(program, folderOf(file), name) ?? plain.names.freeName(program, file, from, name, meaning),
    memberOfNamespace: (program, { name: folder }, name) => nameIn(program, folder, name) ?? { is: "missing" },
  },
  edges: {
    ...plain.edges,
    importEdges(work) {
      const { program, file } = work;
      file.imports.forEach(({ line }, index) => {
        const place = semantics.names.importPlace(program, file, index);
        if (place.is === "external") addExternal(work, { source: 0, kind: "imports", line }, place);
        if (place.is !== "namespace") return;
        const files = nameIn(program, place.name, "");
        for (const decl of files?.is === "symbols" ? files.decls : []) importEdge(work, line, decl.file.nodeIds[0]!);
      });
    },
  },
};
