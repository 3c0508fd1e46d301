/** Signals of Django: `@receiver(post_save, sender=Order)`, `order_paid.connect(ship)`, and the code that sends them. Works on the text alone. Pure. */
import { lastName } from "../../base/words.js";
import type { SignalBody, SignalConventions } from "../signals.js";

/** The most lines above a function that are read for its decorators, and the longest line. */
const MOST_ABOVE = 24;
const LONGEST_LINE = 1000;

const RECEIVER =
  /@(?:[\w.]{1,80}\.)?receiver\s{0,9}\(\s{0,99}(?<signals>\[[^\]]{0,400}\]|\([^)]{0,400}\)|[\w.]{1,120})(?<rest>[^@]{0,400})/g;
const SENDER = /\bsender\s{0,9}=\s{0,9}([\w.]{1,120})/;

/** Signals that a model sends when an object is saved or removed, with the methods of models that do so. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  pre_save: ["save", "asave"],
  post_save: ["save", "asave"],
  pre_delete: ["delete", "adelete"],
  post_delete: ["delete", "adelete"],
};
/** Methods of query sets that save or remove objects. */
const OF_QUERIES: Readonly<Record<string, string>> = {
  save: "a?create|a?get_or_create|a?update_or_create",
  delete: "a?delete",
};

export const signals: SignalConventions = {
  taken(lines, line) {
    const decorators = above(lines, line);
    return [...decorators.matchAll(RECEIVER)].flatMap(({ groups = {} }) => {
      const names = groups.signals?.match(/[\w.]+/g) ?? [];
      const of = SENDER.exec(groups.rest ?? "")?.[1] ?? null;
      return names.map((name) => ({ name: lastName(name), of }));
    });
  },

  connected(text, name) {
    if (text.length > LONGEST_LINE) return [];
    const call = new RegExp(
      `([\\w.]{1,120})\\.connect\\s{0,9}\\(\\s{0,9}(?:[\\w.]{1,80}\\.)?${name}\\b([^\\n]{0,400})`,
    ).exec(text);
    if (call?.[1] === undefined) return [];
    return [{ name: lastName(call[1]), of: SENDER.exec(call[2] ?? "")?.[1] ?? null }];
  },

  sentBy: ({ name, of }) => (of === null ? [] : (METHODS[name] ?? [])),

  sent(body, signal) {
    const methods = METHODS[signal.name];
    if (methods === undefined) return linesWith(body, new RegExp(`\\b${signal.name}\\.a?send(?:_robust)?\\s{0,9}\\(`));
    return signal.of === null ? [] : linesOfModel(body, lastName(signal.of), methods);
  },
};

/** The lines above a function that belong to it. */
function above(lines: readonly string[], line: number): string {
  let first = line - 1;
  while (first > 0 && line - first <= MOST_ABOVE && /\S/.test(lines[first - 1] ?? "")) first--;
  return lines
    .slice(first, line - 1)
    .filter((text) => text.length <= LONGEST_LINE)
    .join("\n");
}

function linesWith({ lines, from, to }: SignalBody, form: RegExp): number[] {
  const found: number[] = [];
  for (let line = from; line <= Math.min(to, lines.length); line++) {
    const text = lines[line - 1] ?? "";
    if (text.length <= LONGEST_LINE && form.test(text)) found.push(line);
  }
  return found;
}

/** Lines that keep or remove objects of a model: by its manager, or by names that have one: `order = Order(…)`, `for order in Order.objects.all()`, `order: Order`. */
function linesOfModel(body: SignalBody, model: string, methods: readonly string[]): number[] {
  const queries = OF_QUERIES[methods[0] ?? ""] ?? "";
  const byManager = new RegExp(
    `(?<![\\w.])(?:\\w{1,80}\\.)?${model}\\.\\w{1,80}\\.(?:[^#\\n]{0,300}\\.)?(?:${queries})\\s{0,9}\\(`,
  );
  const value = `(?:await\\s{1,9})?(?:[\\w.]{1,80}\\(\\s{0,9})?(?:\\w{1,80}\\.)?${model}\\b`;
  const naming = new RegExp(
    `(?<![\\w.])(\\w{1,80})\\s{0,9}(?::[^=\\n]{1,80})?=\\s{0,9}${value}|\\bfor\\s{1,9}(\\w{1,80})\\s{1,9}in\\s{1,9}${value}|(?<![\\w.])(\\w{1,80})\\s{0,9}:\\s{0,9}(?:\\w{1,80}\\.)?${model}\\b`,
  );
  const names = new Set<string>();
  for (const line of linesWith(body, naming)) {
    const [, set, each, typed] = naming.exec(body.lines[line - 1] ?? "") ?? [];
    const name = set ?? each ?? typed;
    if (name !== undefined && name !== "self") names.add(name);
  }
  const byName =
    names.size === 0
      ? []
      : linesWith(body, new RegExp(`(?<![\\w.])(?:${[...names].join("|")})\\.(?:${methods.join("|")})\\s{0,9}\\(`));
  return [...new Set([...linesWith(body, byManager), ...byName])].sort((a, b) => a - b);
}
