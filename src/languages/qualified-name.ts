/** Makes qualified names of bounded length. Without a bound, the names of nested symbols would grow with the square of the depth. */

/** Longer names of containers are cut; people do not write such names. */
const MAX_CONTAINER = 1000;

/** Makes the qualified name of a declaration in a container, which is "" for the file. */
export function qualifiedName(container: string, name: string): string {
  if (container === "") return name;
  if (container.length <= MAX_CONTAINER) return `${container}.${name}`;
  return `${container.slice(0, MAX_CONTAINER)}….${name}`;
}
