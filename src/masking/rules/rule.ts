/** The type of our own secret rules. The lists of this folder hold them; `secrets.ts` applies them in addition to those of gitleaks. */
import { nth, present } from "../../base/need.js";

/** Where a secret stands. */
export interface SecretSpan {
  start: number;
  end: number;
}

export interface OwnRule {
  id: string;
  /** Lower-case words; a text without any of them cannot match. */
  keywords: readonly string[];
  /** Finds the secrets of a text, in any order. Takes time linear in the text. */
  find(text: string): Iterable<SecretSpan>;
}

/** A rule made from an expression. The secret is its first group that matched, or else the whole match, if `isSecret` accepts it. */
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
        const { secret, start, end } = secretOf(match);
        if (isSecret(secret, match)) yield { start, end };
        if (match[0] === "") expression.lastIndex += 1;
      }
    },
  };
}

/** The secret of a match: its first group that matched, or else the whole of it. The expression has the flag `d`. */
export function secretOf(match: RegExpExecArray): SecretSpan & { secret: string } {
  const group = Math.max(
    0,
    match.findIndex((part, index) => index > 0 && part),
  );
  const [start, end] = present(match.indices?.[group]);
  return { secret: nth(match, group), start, end };
}
