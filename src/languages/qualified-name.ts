/** The qualified names of symbols, bounded: those of names in names in names would grow with the square of their depth. */

/** Longer names of containers are cut: no person wrote them. */
const MAX_CONTAINER = 1000;

/** The qualified name of what is declared as `name` in a container of the qualified name `container`; "" for the file. */
export function qualifiedName(container: string, name: string): string {
  if (container === "") return name;
  if (container.length <= MAX_CONTAINER) return `${container}.${name}`;
  return `${container.slice(0, MAX_CONTAINER)}….${name}`;
}
