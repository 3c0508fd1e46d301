/** Namespaces of the repository's own C# projects, whether or not their sources are in the index. Pure. */

export interface OwnNamespaces {
  /** The project with the namespace that a qualified name begins with; null for a library's, or a name that may be one's. */
  projectOf(qualified: string): string | null;
}

export interface ProjectNames {
  /** The names of projects and their root namespaces. Projects that are referred to and not in the index are among them. */
  projects: Iterable<string>;
  /** Packages that are not projects of the repository. */
  packages: Iterable<string>;
}

/** Packages may declare namespaces at, below and above their own name: `Acme.Core.Api` has `Acme.Core`, too. */
export function createOwnNamespaces({ projects, packages }: ProjectNames): OwnNamespaces {
  const own = new Set(projects);
  const outside = new Set<string>();
  for (const name of packages) for (const each of prefixesOf(name)) outside.add(each);
  const known = new Map<string, string | null>();

  function find(qualified: string): string | null {
    if (outside.has(qualified)) return null;
    for (const prefix of prefixesOf(qualified)) {
      if (own.has(prefix)) return prefix;
      if (outside.has(prefix)) return null;
    }
    return null;
  }

  return {
    projectOf(qualified) {
      let found = known.get(qualified);
      if (found === undefined) {
        found = find(qualified);
        known.set(qualified, found);
      }
      return found;
    },
  };
}

/** The name and those around it: `A.B.C`, `A.B`, `A`. */
function prefixesOf(name: string): string[] {
  const parts = name.split(".");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
}
