/**
 * How much is masked: 300 random values in each form that secrets take, and as many values that are none in the same forms. The rates are those of
 * docs/security.md. Values are made here, with a seed, and are nobody's.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { maskSecrets } from "../../src/masking/secrets.js";
import { createRandom } from "../system/random.js";
import { FORMS, KINDS } from "./forms.js";
import { CODE, HARMLESS, MADE_HARMLESS, OWN_NAME } from "./harmless.js";
import { AROUND_TOKENS, PART_OF, SERVICES } from "./services.js";

const VALUES = 300;
const random = createRandom(Number(process.env.CODEINDEX_TEST_SEED ?? 20261123)).int;

/** Whether nothing of the secret is left where it stood, nor anywhere else. */
function isMasked(text: string, secret: string): boolean {
  const masked = maskSecrets(text);
  const at = text.indexOf(secret);
  const instead = masked.slice(at, at + secret.length);
  return /^\[?[*a-z0-9: \]…-]*$/.test(instead) && instead !== secret && /\*|\[masked/.test(instead);
}

/** The share of `count` tries that hold. */
function rateOf(count: number, holds: (at: number) => boolean): number {
  let held = 0;
  for (let index = 0; index < count; index++) if (holds(index)) held += 1;
  return held / count;
}

const mean = (rates: number[]) => rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
const shown = (rate: number) => `${(100 * rate).toFixed(1)} %`;
const rates: Record<string, number> = {};

describe("masked", () => {
  test("passwords and tokens, in every form", () => {
    const byForm = FORMS.map(([name, kind, text]) => {
      const rate = rateOf(VALUES, () => {
        const secret = KINDS[kind](random);
        return isMasked(
          text.replace("§", () => secret),
          secret,
        );
      });
      return { name, rate };
    });
    const weak = byForm.filter(({ rate }) => rate < 0.9);
    expect(weak, "forms of which more than a tenth stays in clear").toEqual([]);
    rates.forms = mean(byForm.map(({ rate }) => rate));
    expect(FORMS.length + Object.keys(SERVICES).length).toBeGreaterThanOrEqual(150);
    expect(rates.forms).toBeGreaterThanOrEqual(0.98);
  });

  test("tokens that their service marks, wherever they stand", () => {
    const byService = Object.entries(SERVICES).map(([name, make]) => {
      const rate = rateOf(VALUES, (at) => {
        const token = make(random);
        const text = AROUND_TOKENS[at % AROUND_TOKENS.length]!.replace("§", () => token);
        return isMasked(text, PART_OF[name]?.(token) ?? token);
      });
      return { name, rate };
    });
    expect(byService.filter(({ rate }) => rate < 0.95)).toEqual([]);
    rates.services = mean(byService.map(({ rate }) => rate));
    expect(rates.services).toBeGreaterThanOrEqual(0.98);
  });
});

describe("left as it is", () => {
  const changes = (text: string) => maskSecrets(text) !== text;

  test("placeholders, references, masks and words in the same forms", () => {
    rates.harmless = mean(
      FORMS.map(([, , text]) =>
        rateOf(VALUES, (at) => {
          const value = at < HARMLESS.length ? HARMLESS[at]! : MADE_HARMLESS[at % MADE_HARMLESS.length]!(random);
          return changes(text.replace("§", () => value));
        }),
      ),
    );
    expect(rates.harmless).toBeLessThanOrEqual(0.01);
  });

  test("values that repeat their own name", () => {
    const made = Array.from({ length: VALUES }, () => OWN_NAME(random));
    expect(made.filter(changes)).toEqual([]);
  });

  test("code, documents and settings", () => expect(CODE.filter(changes)).toEqual([]));
});

test("docs/security.md promises what is measured", () => {
  console.log(Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, shown(rate)])));
  const [, forms, services, harmless] =
    /([\d.]+) % of the values in forms.*?([\d.]+) % of the tokens.*?([\d.]+) % of what is harmless/s.exec(
      readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8"),
    )!;
  expect(rates.forms! * 100).toBeGreaterThanOrEqual(Number(forms));
  expect(rates.services! * 100).toBeGreaterThanOrEqual(Number(services));
  expect(rates.harmless! * 100).toBeLessThanOrEqual(Number(harmless));
});
