/** How code of other languages writes the names of a schema. */

/** A word that is no part of another one. */
const wholeWord = (name: string): string => `(?<![\\p{L}\\p{N}_$])${name}(?![\\p{L}\\p{N}_$])`;

/** Two words at least: `order_lines`, `indexVersion`. Code has a single word for other things as well. */
const OF_WORDS = /[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u;

/** A name of several words, as it is. */
export const asWritten = (name: string): string | null => (OF_WORDS.test(name) ? wholeWord(name) : null);

/** The methods of a model in Prisma's client begin so. */
const CLIENT = "(?:find|create|update|upsert|delete|count|aggregate|groupBy)";

/** As Prisma's client has it: `prisma.link.update(…)` is of the model `Link`. */
export function byClient(name: string): string | null {
  const written = asWritten(name);
  if (!/^\p{Lu}/u.test(name)) return written;
  const ofClient = `(?<=\\.)${name.charAt(0).toLowerCase()}${name.slice(1)}(?=\\??\\.${CLIENT})`;
  return written === null ? ofClient : `${written}|${ofClient}`;
}
