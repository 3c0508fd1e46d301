/** How declarations of Swift are used where no reference shows it. */
import { folderOf } from "../../model/paths.js";
import {
  type DeclaredUse,
  isMember,
  manifestAbove,
  type Published,
  throughBases,
  type UsageConventions,
} from "../usage.js";

/** Members that a protocol of a library or the language calls. */
const CALLED =
  /^(main|body|init|deinit|encode|decode|hash|description|debugDescription|makeIterator|next|subscript|callAsFunction|dynamicallyCall|wrappedValue|projectedValue|buildBlock|build\w+|application\w*|scene\w*|view\w*|tableView|collectionView|make\w+|update\w+|setUp\w*|tearDown\w*|test\w*|prepare|perform|run|validate|[^\w].*)$/;

function outsideUse(declared: DeclaredUse): string | null {
  if (CALLED.test(declared.name)) return "a library may call a member of this name";
  if (isMember(declared) && declared.owner?.kind === "interface") return "a type may have to have it";
  if (declared.owner?.kind === "extension" || declared.owner?.hasBase) return "a protocol may ask for it";
  if (declared.kind === "extension") return "an extension has no uses of its own";
  if (/@objc|@IB\w+|@main|\bdynamic\b|@_\w+/.test(declared.head)) return "it is marked for a runtime";
  return throughBases(declared, true);
}

function published(manifests: ReadonlyMap<string, string>): Published {
  const libraries = new Map([...manifests].map(([path, text]) => [folderOf(path), /\.library\s*\(/.test(text)]));
  return {
    entries: new Map(),
    reasonOf(declared) {
      if (!/^(public|open|package)$/.test(declared.access)) return null;
      return manifestAbove(libraries, declared.path) === false ? null : "public in a module that others may import";
    },
  };
}

export const usage: UsageConventions = {
  harmlessMarks: new Set([
    "available",
    "discardableResult",
    "inlinable",
    "inline",
    "MainActor",
    "Sendable",
    "usableFromInline",
    "escaping",
  ]),
  sight: (declared) => (/\b(?:file)?private\b/.test(declared.head.split(/[({]/)[0] ?? "") ? "file" : "project"),
  isRun: (declared) => declared.marks.includes("main") || declared.name === "main",
  outsideUse,
  fitsByShape: false,
  manifests: /(^|\/)Package\.swift$/,
  published,
};
