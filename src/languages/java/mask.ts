/** Masks valid Java that the grammar cannot read. A mask has the length of what it stands for, so that all offsets stay. */

/** Annotations before the dots of a variable number of arguments: `String @NonNull ... names`. */
const BEFORE_DOTS =
  /(?:@\w+(?:\.\w+)*(?:\([^()\n]{0,200}\))?\s{1,20}){0,4}@\w+(?:\.\w+)*(?:\([^()\n]{0,200}\))?(?=\s{0,20}\.\.\.)/g;

/** Masks a source further whose tree has errors. */
export function maskBroken(masked: string): string {
  return masked.replace(BEFORE_DOTS, (text) => text.replace(/[^\n]/g, " "));
}
