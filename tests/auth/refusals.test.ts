/** How often refused tokens are noted: often enough to be seen, and never so often that they fill the log. */
import { expect, test } from "vitest";
import type { Audit } from "../../src/auth/audit.js";
import { createRefusals } from "../../src/auth/refusals.js";
import { makeToken } from "../../src/auth/token-text.js";

const MINUTE = 60_000;

/** Notes on a clock of ours, and what reached the log. */
function refusals() {
  const noted: { detail?: unknown }[] = [];
  let time = 0;
  const { note } = createRefusals({ note: (entry) => void noted.push(entry) } as Pick<Audit, "note">, () => time);
  return { noted, note, wait: (milliseconds: number) => (time += milliseconds) };
}

test("the same token from one address is noted every ten minutes, with how often it came", () => {
  const { noted, note, wait } = refusals();
  const { text, tokenId } = makeToken();
  for (let second = 0; second < 1200; second++) {
    note(`Bearer ${text}`, { address: "192.0.2.7" });
    wait(1000);
  }
  note(`Bearer ${text}`, { address: "192.0.2.7" });
  expect(noted.map(({ detail }) => detail)).toEqual([1, 600, 600].map((times) => ({ times, token_id: tokenId })));
});

test("addresses and tokens are told apart, and texts that are no tokens of ours are one", () => {
  const { noted, note } = refusals();
  const [one, other] = [makeToken().text, makeToken().text];
  for (const address of ["192.0.2.7", "192.0.2.8", "2001:db8::1", "2001:db8::2"])
    for (const header of [one, other, "a", "b", "c d"]) note(`Bearer ${header}`, { address });
  // Three networks, and three of the headers.
  expect(noted).toHaveLength(9);
});

test("however many come, from wherever, the log gets sixty entries a minute", () => {
  const { noted, note, wait } = refusals();
  for (let number = 0; number < 100_000; number++)
    note(`Bearer ${"x".repeat(number % 300)}`, {
      address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    });
  expect(noted).toHaveLength(60);
  wait(MINUTE);
  note("Bearer x", { address: "192.0.2.7" });
  expect(noted).toHaveLength(61);
});
