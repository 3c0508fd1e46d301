/** A rule of our own about secrets. The lists of this folder hold them; `secrets.ts` tries them beside those of gitleaks. */

/** Where a secret stands. */
export interface Found {
  start: number;
  end: number;
}

export interface OwnRule {
  id: string;
  /** Words in lower case without one of which the rule finds nothing. */
  keywords: readonly string[];
  /** Where secrets stand in a text, in any order. Takes time linear in the text. */
  find(text: string): Iterable<Found>;
}

/** A rule that is an expression: its first group that took part, or all of it, is the secret, where `isSecret` holds of it. */
export function byPattern(
  id: string,
  keywords: readonly string[],
  pattern: RegExp,
  isSecret: (secret: string, match: RegExpExecArray) => boolean = () => true,
): OwnRule {
  const expression = new RegExp(pattern.source, [...new Set(`${pattern.flags}dg`)].join(""));
  return {
    id,
    keywords,
    *find(text) {
      expression.lastIndex = 0;
      for (let match = expression.exec(text); match; match = expression.exec(text)) {
        const group = Math.max(
          0,
          match.findIndex((part, at) => at > 0 && part),
        );
        const [start, end] = match.indices![group]!;
        if (isSecret(match[group]!, match)) yield { start, end };
        if (match[0] === "") expression.lastIndex += 1;
      }
    },
  };
}
