/** A name as SQL writes it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
