/** Makes qualified names of bounded length, and parts their packages from them. Without a bound, the names of nested symbols would grow with the square of the depth. */

/** Longer names of containers are cut; people do not write such names. */
const LONGEST_CONTAINER = 1000;

/** Makes the qualified name of a declaration in a container, which is "" for the file. */
export function qualifiedName(container: string, name: string): string {
  if (container === "") return name;
  if (container.length <= LONGEST_CONTAINER) return `${container}.${name}`;
  return `${container.slice(0, LONGEST_CONTAINER)}….${name}`;
}

/** A name without the words in lower case that it begins with: a package, as people name packages. */
export function withoutPackage(name: string): string {
  return name.replace(/^(?:[a-z_][a-z0-9_]*\.){1,40}(?=[\w$`])/, "");
}

/** A dot that stands in no type arguments. */
const DOT = /\.(?![^<]*>)/;

/** The last name of a type, or of a member with its type. */
export function withoutNamespace(name: string, isContainer: boolean): string {
  return name
    .split(DOT)
    .slice(isContainer ? -1 : -2)
    .join(".");
}
