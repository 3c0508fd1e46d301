/** Which C# namespaces are those of the repository's own projects, whether or not their sources are in the index. Pure. */

export interface OwnNamespaces {
  /** The project whose namespace a qualified name begins with; null where it is a library's, or may be. */
  projectOf(qualified: string): string | null;
}

export interface ProjectNames {
  /** The names of projects and their root namespaces, those of projects that are referred to and not in the index among them. */
  projects: Iterable<string>;
  /** Packages that are no project of the repository. */
  packages: Iterable<string>;
}

/** A package may declare namespaces of its name, below it, and above it: `Acme.Core.Api` has `Acme.Core` too. */
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

/** `A.B.C`, `A.B`, `A`. */
function prefixesOf(name: string): string[] {
  const parts = name.split(".");
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
}
