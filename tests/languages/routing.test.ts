/** Routes are read from texts when they are asked for: each language ends on sources that repeat one piece 200,000 characters long. */
import { expect, test } from "vitest";
import { languages } from "../../src/languages/index.js";

const LENGTH = 200_000;
/** Pieces that once took time by the square of their number, and others by which expressions look back or ahead. */
const PIECES = [
  "\t",
  "ab",
  "a.b.",
  "(",
  '"',
  "x = ",
  '@GetMapping("/x")\n',
  "@A\n",
  'r.Get("/x", ',
  'app.get("/x") { ',
];

const reading = languages.filter(({ routes }) => routes !== undefined);

test.each(reading.map(({ name, routes }) => ({ name, routes: routes! })))("$name", ({ routes }) => {
  for (const piece of PIECES) {
    const text = `@Path .Get( rest_framework tornado urlpatterns HttpGet\n${piece.repeat(LENGTH / piece.length)}`;
    expect(routes.declared("shop/urls.py", text).routes.length).toBeLessThan(LENGTH);
    expect(routes.requested(text).length).toBeLessThan(LENGTH);
  }
});
