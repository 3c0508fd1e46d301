/**
 * Rewrites valid Kotlin that the grammar cannot read. A mask has the length of what it stands for, so that all offsets stay. Strings may be touched as
 * well, which does no harm: texts are read from the source.
 */

const blanks = (text: string) => text.replace(/\S/g, " ");
const oneLine = (text: string) => text.replace(/[\r\n]/g, " ");

/** Forms that the grammar does not know, and their masks. */
const FORMS: readonly (readonly [RegExp, (text: string) => string])[] = [
  // A constructor on the line below its class.
  [
    /(?<=\bclass[ \t]+\w+(?:<[^<>{}()]*(?:<[^<>{}()]*>[^<>{}()]*)*>)?)[ \t]*\r?\n\s*(?:(?:private|public|internal|protected|@[\w.]+(?:\([^()]*\))?)\s+)*(?=constructor\s*\()/g,
    oneLine,
  ],
  // A comma behind the last type parameter.
  [/,(?=\s*>)/g, blanks],
  // Type arguments before a lambda: `map<Int> { … }`.
  [/(?<=(?:^|[^\w:@]|\.)[a-z]\w*)<[\w.,<>?* \t]+>(?=[ \t]*\{)/gm, blanks],
];

/** The source with masks. */
export function maskForGrammar(source: string): string {
  let masked = source;
  for (const [form, mask] of FORMS) masked = masked.replace(form, mask);
  return masked;
}
