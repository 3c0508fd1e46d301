/** How repositories depend on each other: code of one refers to a package that another holds. Pure. */
import type { ModuleUse } from "../../store/module-uses.js";
import { layersOf } from "./parts.js";

/** A repository by its packages and by the modules outside that its code refers to. */
export interface Repository {
  id: string;
  packages: readonly { name: string; kind: string }[];
  uses: readonly ModuleUse[];
}

export interface RepositoryLink {
  from: string;
  to: string;
  /** The package of `to`. */
  package: string;
  references: number;
  files: number;
}

export interface RepositoryLinks {
  /** The strongest first. */
  links: RepositoryLink[];
  /** Repositories with links, from the top down: first the ones that none refers to, last the ones that refer to none. */
  layers: string[][];
  circles: string[][];
}

/** Kinds of packages whose names are written with a dash where the code has an underscore. */
const PYTHON = "Python project";
/** Kinds of packages whose modules have parts behind a dot (`Polly.Core`); those of all others are behind a slash (`hono/jsx`). */
const DOTTED = new Set([PYTHON, ".NET project"]);

/**
 * The links between repositories. A module belongs to the package of its name, or of the longest beginning of it; where several repositories hold a package
 * of that name, each gets the link. A repository that holds the package itself needs none of another's.
 */
export function linkRepositories(repositories: readonly Repository[]): RepositoryLinks {
  const holders = new Map<string, { name: string; kind: string; ids: Set<string> }>();
  for (const { id, packages } of repositories)
    for (const { name, kind } of packages) {
      const key = moduleName(name, kind);
      const known = holders.get(key) ?? { name, kind, ids: new Set<string>() };
      known.ids.add(id);
      holders.set(key, known);
    }
  const links = new Map<string, RepositoryLink>();
  for (const { id: from, uses } of repositories)
    for (const { module, references, files } of uses) {
      const held = beginningsOf(module)
        .map((beginning) => ({ beginning, found: holders.get(beginning) }))
        .find(({ beginning, found }) => found && isPart(module, beginning, found.kind))?.found;
      if (!held || held.ids.has(from)) continue;
      for (const to of held.ids) {
        const key = JSON.stringify([from, to, held.name]);
        const link = links.get(key) ?? { from, to, package: held.name, references: 0, files: 0 };
        link.references += references;
        // A file may use several modules of the package, so the largest count is a lower bound.
        link.files = Math.max(link.files, files);
        links.set(key, link);
      }
    }
  const sorted = [...links.values()].sort((a, b) => b.references - a.references || (a.from < b.from ? -1 : 1));
  const linked = [...new Set(sorted.flatMap(({ from, to }) => [from, to]))].sort();
  return { links: sorted, ...layersOf(linked, sorted) };
}

const moduleName = (name: string, kind: string): string =>
  kind === PYTHON ? name.replaceAll("-", "_").toLowerCase() : name;

/** A module's name and its beginnings, up to a slash or a dot, the longest first. */
function beginningsOf(module: string): string[] {
  const ends = [...module.matchAll(/[/.]/g)].map(({ index }) => index).reverse();
  return [module, ...ends.map((end) => module.slice(0, end))];
}

const isPart = (module: string, beginning: string, kind: string): boolean =>
  module === beginning || module[beginning.length] === (DOTTED.has(kind) ? "." : "/");
