/** Routes are read from texts when they are asked for: each language ends on sources that repeat one piece 200,000 characters long. */
import { expect, test } from "vitest";
import { languages } from "../../src/languages/index.js";
import { sized } from "../helpers/sized.js";

const LENGTH = sized(200_000);
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
  'const a = a + "/x"\napp.get(a, f)\n',
  'return "/x"\n',
  "=> a +",
  "router({ a: ",
  "path('a/', include([",
  "@action(\n",
];

test("constants that are made of many others, many times each, have an end", () => {
  const { routes } = languages.find(({ name }) => name === "typescript")!;
  const made = Array.from({ length: 8 }, (_, index) => `const A${index + 1} = \`${`\${A${index}}`.repeat(200)}\`;`);
  const [route] = routes!.declared("a.ts", `const A0 = "/x";\n${made.join("\n")}\napp.get(A8, f);`).routes;
  expect(route!.path.length).toBeLessThan(2000);
});

/** Languages of a family have the same forms. */
const reading = new Map(languages.flatMap(({ name, routes }) => (routes ? [[routes, name] as const] : [])));

test.each([...reading].map(([routes, name]) => ({ name, routes })))("$name", ({ routes }) => {
  for (const piece of PIECES) {
    const text = `@Path .Get( trpc rest_framework tornado urlpatterns HttpGet\n${piece.repeat(LENGTH / piece.length)}`;
    expect(routes.declared("shop/urls.py", text).routes.length).toBeLessThan(LENGTH);
    expect(routes.asked(text).requests.length).toBeLessThan(LENGTH);
    expect(routes.asked(text).kept.length).toBeLessThan(LENGTH);
  }
});
