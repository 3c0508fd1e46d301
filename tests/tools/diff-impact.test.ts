/** The tool diff_impact (src/tools/diff-impact.ts): the breaks of a diff, their callers and tests. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { registerProject } from "../../src/store/projects.js";
import diffImpact from "../../src/tools/diff-impact.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import type { ToolContext, ToolDefinition } from "../../src/tools/running/tool.js";
import { errorOf } from "../graph/run-tool.js";
import { type BuiltRepository, buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { commitAll, git, makeRepository } from "../helpers/git.js";
import { emptySearcher } from "../helpers/searcher.js";
import { describeStores } from "../helpers/store.js";

const SHOP = {
  "package.json": '{ "scripts": { "test": "vitest run" } }',
  "src/price.ts": `export function gross(net: number) {
  return net * rate();
}
export function round(value: number, digits?: number): number {
  return Number(value.toFixed(digits));
}
function rate() {
  return 1.2;
}
export interface Pricing {
  price(): number;
}
`,
  "src/index.ts": `export * from "./price";\nexport { gross as withTax } from "./price";\n`,
  "src/cart.ts": `import { gross, type Pricing, round } from "./price";
export class Cart implements Pricing {
  price() {
    return round(gross(1), 2);
  }
}
`,
  "src/page.ts": `import { round } from "./index";\nexport const shown = round(3);\n`,
  "src/tax.ts": `import { withTax } from "./index";\nexport const taxed = withTax(3);\n`,
  "src/all.ts": `import * as prices from "./price";\nexport const all = prices.gross(2);\n`,
  "tests/cart.test.ts": dedent`
    import { Cart } from "../src/cart";
    test("has a price", () => {
      new Cart().price();
    });
  `,
};

type Output = Awaited<ReturnType<typeof diffImpact.run>>;

/** Runs the tool about a repository that was built. */
async function run(
  args: Record<string, unknown>,
  { db, view, root }: BuiltRepository,
): Promise<{ output: Output; text: string }> {
  const { project_id: _, max_tokens: __, ...input } = checkInput(diffImpact as unknown as ToolDefinition, args);
  const project = await registerProject(db, root);
  const { signal } = new AbortController();
  const context = { db, view, searcher: emptySearcher(db), project, signal } as unknown as ToolContext;
  const output = await diffImpact.run(input as never, { ...context, progress: () => undefined });
  return { output, text: diffImpact.render(output, input as never) };
}

/** The diff between two states of a repository, as git writes it. */
function diffOf(before: Record<string, string>, after: Record<string, string | null>): string {
  const root = makeRepository(temporaryFolder(before));
  const gone = Object.keys(after).filter((path) => after[path] === null);
  for (const path of gone) git(root, "rm", "-q", path);
  writeFiles(
    root,
    Object.fromEntries(Object.entries(after).flatMap(([path, text]) => (text === null ? [] : [[path, text]]))),
  );
  git(root, "add", "-A");
  return execFileSync("git", ["diff", "--cached", "-M"], { cwd: root, encoding: "utf8" });
}

const edited = (path: keyof typeof SHOP, from: string, to: string) => ({ [path]: SHOP[path].replace(from, to) });

const brokenOf = ({ results }: Output) =>
  results.flatMap(({ file_path, sureness, places }) => places.map(({ line }) => `${file_path}:${line} ${sureness}`));

const changesOf = ({ changes }: Output) => changes.map(({ kind, qualified_name }) => `${kind} ${qualified_name}`);

describeStores("diff_impact", (store) => {
  describe("where the index has the code before", () => {
    test("a removed export breaks its importers, through barrels that pass all names on and not through one that names it", async () => {
      const built = await buildRepository(store(), SHOP);
      const diff = diffOf(
        SHOP,
        edited("src/price.ts", /export function gross[^}]*}\n/.exec(SHOP["src/price.ts"])?.[0] ?? "", ""),
      );
      const { output, text } = await run({ diff }, built);
      expect(changesOf(output)).toEqual(["removed gross"]);
      expect(brokenOf(output)).toEqual(["src/all.ts:2 certain", "src/cart.ts:1 certain", "src/index.ts:2 certain"]);
      expect(output.tests.map(({ file_path }) => file_path)).toEqual(["tests/cart.test.ts"]);
      expect(output.commands).toEqual(["npx vitest run tests/cart.test.ts"]);
      expect(text.split("\n").slice(0, 4)).toEqual([
        "1 change in 1 file (removed 1): 3 places in 3 files will not compile; 5 users in 5 files; 1 test file to run.",
        "",
        "Will not compile:",
        "src/all.ts:2  gross was removed",
      ]);
    });

    test("a module that no longer passes on all names of another breaks those that import them from it", async () => {
      const files = {
        ...SHOP,
        "src/index.ts": dedent`
          export * from "./price";
          export * from "./tax";
        `,
        "src/tax.ts": "export const taxed = 1;\n",
        "src/bill.ts": dedent`
          import { taxed } from "./index";
          export const bill = taxed;
        `,
      };
      const built = await buildRepository(store(), files);
      const lost = diffOf(files, { "src/index.ts": 'export * from "./tax";\n' });
      const { output } = await run({ diff: lost }, built);
      expect(changesOf(output)).toEqual(["removed ./price"]);
      expect(brokenOf(output)).toEqual(["src/page.ts:1 certain"]);
      const named = diffOf(files, { "src/index.ts": 'export { round } from "./price";\nexport * from "./tax";\n' });
      expect(brokenOf((await run({ diff: named }, built)).output)).toEqual([]);
    });

    test("a new required parameter breaks the calls that lack it, and no others", async () => {
      const built = await buildRepository(store(), SHOP);
      const { output } = await run(
        { diff: diffOf(SHOP, edited("src/price.ts", "digits?: number", "digits: number")) },
        built,
      );
      expect(output.changes).toMatchObject([{ kind: "signature", qualified_name: "round" }]);
      expect(brokenOf(output).filter((place) => place.endsWith("certain"))).toEqual(["src/page.ts:2 certain"]);
    });

    test("in a language whose calls may have any number of arguments none is refused for it", async () => {
      const files = {
        "a.js": dedent`
          function greet(name) {
            return name;
          }
          greet(1);
          module.exports = { greet };
        `,
      };
      const diff = diffOf(files, { "a.js": files["a.js"].replace("(name)", "(name, mark)") });
      const { output } = await run({ diff }, await buildRepository(store(), files));
      expect(output.summary).toMatchObject({ breaks: { places: 0 }, may_break: { places: 1 } });
    });

    test("code that nobody compiles fails when it runs, and the words say so", async () => {
      const files = {
        "prices.py": dedent`
          def gross(net):
              return net * 1.2
        `,
        "cart.py": dedent`
          from prices import gross

          print(gross(1))
        `,
        "page.js": dedent`
          import { gross } from "./price.mjs";
          gross();
        `,
        "price.mjs": "export function gross() {}\n",
        "page.ts": dedent`
          import { gross } from "./price.mjs";
          gross();
        `,
      };
      const built = await buildRepository(store(), files);
      const python = await run({ diff: diffOf(files, { "prices.py": "def net(price):\n    pass\n" }) }, built);
      expect(python.text).toContain("2 places in 1 file will fail when run;");
      expect(python.text).toContain("Will fail when run:\ncart.py:1, 3  gross was removed");
      const both = await run({ diff: diffOf(files, { "price.mjs": "export {};\n" }) }, built);
      expect(both.text).toContain("2 places in 2 files will not compile or will fail when run;");
      expect(both.text).toContain("Will not compile:\npage.ts:1  gross was removed");
      expect(both.text).toContain("Will fail when run:\npage.js:1  gross was removed");
    });

    test("an optional parameter breaks nothing; a changed body has users and tests", async () => {
      const built = await buildRepository(store(), SHOP);
      const optional = await run(
        { diff: diffOf(SHOP, edited("src/price.ts", "net: number", "net: number, tax?: number")) },
        built,
      );
      expect(brokenOf(optional.output)).toEqual([]);
      const body = await run({ diff: diffOf(SHOP, edited("src/price.ts", "1.2", "1.19")) }, built);
      expect(changesOf(body.output)).toEqual(["body rate"]);
      expect(body.output.changes[0]?.by_hop).toEqual([1, 3]);
      expect(body.output.tests).toHaveLength(1);
    });

    test("a changed function has its calls, and what is done with the value where the line does not say", async () => {
      const before = {
        "src/find.ts": dedent`
          export function find(id: string) {
            return { id, name: id };
          }
        `,
        "src/page.ts": dedent`
          import { find } from "./find";
          export function page(id: string) {
            const found = find(id);
            if (!found) return null;
            return found.name;
          }
          export const shown = find("a").name;
        `,
      };
      const after = {
        "src/find.ts": dedent`
          export function find(id: string) {
            return null;
          }
        `,
      };
      const { text } = await run({ diff: diffOf(before, after) }, await buildRepository(store(), before));
      expect(text).toContain("\n    src/page.ts:3  const found = find(id); → tested :4; .name :5");
      expect(text).toContain('\n    src/page.ts:7  export const shown = find("a").name;');
    });

    test("code at the top level of a file has the tests that import the file", async () => {
      const files = {
        ...SHOP,
        "src/rates.ts": dedent`
          const rates = new Map<string, number>();
          rates.set("at", 1.2);
          export { rates };
        `,
        "tests/rates.test.ts": dedent`
          import { rates } from "../src/rates";
          test("has a rate", () => {
            rates.get("at");
          });
        `,
      };
      const built = await buildRepository(store(), files);
      const diff = diffOf(files, { "src/rates.ts": files["src/rates.ts"].replace("1.2", "1.19") });
      const { output } = await run({ diff }, built);
      expect(changesOf(output)).toEqual(["body src/rates.ts"]);
      expect(output.tests.map(({ file_path }) => file_path)).toEqual(["tests/rates.test.ts"]);
    });

    test("a new symbol has its tests where the index has the code after the change", async () => {
      const built = await buildRepository(store(), SHOP);
      const without = {
        ...SHOP,
        ...edited(
          "src/price.ts",
          dedent`
            export function gross(net: number) {
              return net * rate();
            }
          `,
          "",
        ),
      };
      const added = diffOf(without, { "src/price.ts": SHOP["src/price.ts"] });
      const { output } = await run({ diff: added }, built);
      expect(changesOf(output)).toEqual(["added gross"]);
      expect(output.tests.map(({ file_path }) => file_path)).toEqual(["tests/cart.test.ts"]);
    });

    test("a comment or white space changes nothing", async () => {
      const built = await buildRepository(store(), SHOP);
      const { output, text } = await run(
        { diff: diffOf(SHOP, edited("src/price.ts", "  return 1.2;", "  // VAT\n    return   1.2;")) },
        built,
      );
      expect(changesOf(output)).toEqual([]);
      expect(text).toContain("The diff changes no declaration (1 file compared).");
    });

    test("a renaming is one change; users that the diff renames too are not broken", async () => {
      const built = await buildRepository(store(), SHOP);
      const diff = diffOf(SHOP, {
        ...edited("src/price.ts", "function gross", "function total"),
        "src/cart.ts": SHOP["src/cart.ts"].replaceAll("gross", "total"),
      });
      const { output } = await run({ diff }, built);
      expect(output.changes.find(({ kind }) => kind === "renamed")).toMatchObject({
        qualified_name: "gross",
        now: "total",
      });
      expect(brokenOf(output)).toEqual(["src/all.ts:2 certain", "src/index.ts:2 certain"]);
    });

    test("a member that an interface asks for breaks what implements it", async () => {
      const built = await buildRepository(store(), SHOP);
      const { output } = await run(
        { diff: diffOf(SHOP, edited("src/price.ts", "price(): number;", "price(): number;\n  tax(): number;")) },
        built,
      );
      expect(changesOf(output)).toEqual(["added Pricing.tax"]);
      expect(brokenOf(output)).toEqual(["src/cart.ts:2 certain"]);
    });

    test("but not what has the member already", async () => {
      const rates = {
        "rate.ts": dedent`
          export abstract class Rate {
            net() {
              return 1;
            }
          }
          export interface Fee {
            net: number;
          }
        `,
        "fixed.ts": dedent`
          import { Rate, type Fee } from "./rate";
          export class Fixed extends Rate {
            net() {
              return 2;
            }
          }
          export class Paid implements Fee {
            net = 1;
            tax = 2;
          }
        `,
        "open.ts": dedent`
          import { Rate, type Fee } from "./rate";
          export class Open extends Rate {}
          export interface Tariff extends Fee {}
        `,
      };
      const now = rates["rate.ts"]
        .replace(/net\(\) \{[^}]*\}/, "abstract net(): number;")
        .replace("net: number;", "net: number;\n  tax: number;");
      const { output } = await run({ diff: diffOf(rates, { "rate.ts": now }) }, await buildRepository(store(), rates));
      expect(changesOf(output)).toContain("added Fee.tax");
      expect(brokenOf(output)).toEqual(["open.ts:2 likely"]);
    });

    describe("props", () => {
      const PAGES = {
        "button.tsx": dedent`
          export interface Props {
            size: string;
            title?: string;
          }
          export function Button({ size }: Props) {
            return <a/>;
          }
        `,
        "sized.tsx": dedent`
          import { Button } from "./button";
          export const Sized = () => <Button size="sm"/>;
        `,
        "titled.tsx": dedent`
          import { Button } from "./button";
          export const Titled = () => <Button size="sm" title="x"/>;
        `,
        "spread.tsx": dedent`
          import { Button } from "./button";
          export const Spread = (props) => <Button {...props}/>;
        `,
        "note.tsx": dedent`
          export async function Note({ text, tone }: {
            text: string;
            tone?: string;
          }) {
            return <p/>;
          }
        `,
        "noted.tsx": dedent`
          import { Note } from "./note";
          export const Noted = () => <Note text="x"/>;
          export const Toned = (props) => <Note tone="y" {...props}/>;
        `,
        "Card.vue": dedent`
          <script setup lang="ts">
          defineProps<{
            user: User;
          }>();
          </script>
          <template><p/></template>
        `,
        "List.vue": dedent`
          <script setup>import Card from "./Card.vue"</script>
          <template>
          <Card :user="one" />
          </template>
        `,
      };
      const cases = {
        "one that is gone breaks tags that give it": {
          edit: ["button.tsx", "  size: string;\n", ""],
          broken: ["button.tsx:4 certain", "sized.tsx:2 certain", "titled.tsx:2 certain"],
        },
        "one with another name breaks tags that give it": {
          edit: ["button.tsx", "  title?: string", "  label?: string"],
          broken: ["titled.tsx:2 certain"],
        },
        "one that is new and asked for breaks tags without it": {
          edit: ["button.tsx", "size: string;", "size: string;\n  kind: string;"],
          broken: ["sized.tsx:2 certain", "titled.tsx:2 certain", "spread.tsx:2 likely"],
        },
        "one that may no longer be left out breaks tags without it": {
          edit: ["button.tsx", "title?:", "title:"],
          broken: ["sized.tsx:2 certain", "spread.tsx:2 likely"],
        },
        "one in the parameter's type that is gone breaks tags that give it": {
          edit: ["note.tsx", "  tone?: string;\n", ""],
          broken: ["noted.tsx:3 certain"],
        },
        "one in the parameter's type that is new and asked for breaks tags without it": {
          edit: ["note.tsx", "  tone?: string;", "  tone?: string;\n  kind: string;"],
          broken: ["noted.tsx:2 certain", "noted.tsx:3 likely"],
        },
        "one in the parameter's type that may no longer be left out breaks tags without it": {
          edit: ["note.tsx", "tone?:", "tone:"],
          broken: ["noted.tsx:2 certain"],
        },
        "one in the parameter's type that may be left out breaks nothing": {
          edit: ["note.tsx", "  tone?: string;", "  tone?: string;\n  kind?: string;"],
          broken: [],
        },
        "one of Vue that is gone breaks tags that give it": {
          edit: ["Card.vue", "  user: User;\n", "  other?: User;\n"],
          broken: ["List.vue:3 certain"],
        },
        "one of Vue that is new and asked for breaks tags without it": {
          edit: ["Card.vue", "  user: User;", "  user: User;\n  open: boolean;"],
          broken: ["List.vue:3 likely"],
        },
      } as const;
      test.each(Object.entries(cases))("%s", async (_, { edit: [path, from, to], broken }) => {
        const built = await buildRepository(store(), PAGES);
        const after = { [path]: PAGES[path].replace(from, to) };
        const { output } = await run({ diff: diffOf(PAGES, after) }, built);
        expect(brokenOf(output)).toEqual(broken);
      });
    });

    test("a moved file breaks whoever imports it by its old path", async () => {
      const built = await buildRepository(store(), SHOP);
      const { output } = await run(
        { diff: diffOf(SHOP, { "src/price.ts": null, "src/prices.ts": SHOP["src/price.ts"] }) },
        built,
      );
      expect(changesOf(output)).toEqual(["renamed src/price.ts"]);
      expect([...new Set(output.results.map(({ file_path }) => file_path))]).toEqual([
        "src/all.ts",
        "src/cart.ts",
        "src/index.ts",
      ]);
    });
  });

  test("where the index has the code after, importers of a removed name are found all the same", async () => {
    const after = {
      ...SHOP,
      ...edited("src/price.ts", /export function gross[^}]*}\n/.exec(SHOP["src/price.ts"])?.[0] ?? "", ""),
    };
    const built = await buildRepository(store(), after);
    const { output, text } = await run({ diff: diffOf(SHOP, after) }, built);
    expect(output.summary.indexed).toBe("after");
    expect(brokenOf(output)).toEqual(["src/all.ts:2 certain", "src/cart.ts:1 certain", "src/index.ts:2 certain"]);
    expect(text).toContain("The index has the code after the change");
  });

  test("a member that changes has the interface that it implements, callers through that, and what else implements it", async () => {
    const files = {
      ...SHOP,
      "src/tea.ts": dedent`
        import type { Pricing } from "./price";
        export class Tea implements Pricing {
          price() {
            return 1;
          }
        }
      `,
      "src/pay.ts": `import type { Pricing } from "./price";\nexport const pay = (item: Pricing) => item.price();\n`,
    };
    const built = await buildRepository(store(), files);
    const changed = async (from: string, to: string) => {
      const after = { "src/cart.ts": SHOP["src/cart.ts"].replace(from, to) };
      const { output, text } = await run({ diff: diffOf(files, after) }, built);
      return { change: output.changes.find(({ qualified_name }) => qualified_name === "Cart.price"), text };
    };
    const { change, text } = await changed("price() {", "price(currency: string) {");
    expect(change?.users?.map(({ qualified_name, via }) => [qualified_name, via])).toContainEqual([
      "pay",
      "Pricing.price",
    ]);
    expect([change?.bases, change?.siblings]).toEqual([
      ["Pricing.price (src/price.ts:11)"],
      ["Tea.price (src/tea.ts:3)"],
    ]);
    expect(text).toContain("pay (src/pay.ts:2 via Pricing.price)");
    expect(text).toContain("others that do so may have to change with it: 1: Tea.price (src/tea.ts:3)");
    const body = await changed("gross(1), 2", "gross(2), 2");
    expect([body.change?.bases?.length, body.change?.siblings]).toEqual([1, undefined]);
  });

  test("a package that other files share has no tests of its own", async () => {
    const testOf = (name: string) =>
      dedent`
        package shop;
        class ${name}Test {
          @Test void sells() { new ${name}().sell(); }
        }
      `;
    const files = {
      "src/main/java/shop/Tea.java": dedent`
        package shop;
        class Tea {
          void sell() { pour(); }
          private void pour() { }
        }
      `,
      "src/main/java/shop/Cup.java": dedent`
        package shop;
        class Cup {
          void sell() { }
        }
      `,
      "src/test/java/shop/TeaTest.java": testOf("Tea"),
      "src/test/java/shop/CupTest.java": testOf("Cup"),
    };
    const built = await buildRepository(store(), files);
    const tea = files["src/main/java/shop/Tea.java"];
    const marked = tea.replace("package shop;", "@Old package shop;").replace("pour() { }", "pour() { sell(); }");
    const { output } = await run({ diff: diffOf(files, { "src/main/java/shop/Tea.java": marked }) }, built);
    expect(output.tests.map(({ file_path }) => file_path)).toEqual(["src/test/java/shop/TeaTest.java"]);
  });

  test("revisions of the project's repository, and what is staged", async () => {
    const built = await buildRepository(store(), SHOP);
    makeRepository(built.root);
    writeFiles(built.root, edited("src/price.ts", "digits?: number", "digits: number"));
    git(built.root, "add", "-A");
    const staged = await run({ staged: true }, built);
    expect(brokenOf(staged.output)).toContain("src/page.ts:2 certain");
    commitAll(built.root, "digits are needed");
    const range = await run({ base: "HEAD~1" }, built);
    expect(brokenOf(range.output)).toEqual(brokenOf(staged.output));
    const unknown = await errorOf(run({ base: "nowhere" }, built));
    expect(unknown.message).toContain("the project's repository has no commit 'nowhere'");
    expect((await errorOf(run({ base: "--output=x" }, built))).code).toBe("invalid_parameter");
  });

  describe("bad input", () => {
    const PLAIN = diffOf(SHOP, edited("src/price.ts", "1.2", "1.3"));

    test("each has its words", async () => {
      const built = await buildRepository(store(), SHOP);
      const refused = async (diff: string) => (await errorOf(run({ diff }, built))).code;
      expect(await refused("not a diff")).toBe("diff_invalid");
      expect(await refused(PLAIN.replace(/@@ -(\d+),\d+/, "@@ -$1,2"))).toBe("diff_invalid");
      expect(await refused(PLAIN.replaceAll("src/price.ts", "lib/other.ts"))).toBe("diff_no_match");
      expect(await refused(PLAIN.replace("return 1.2", "return 7.7"))).toBe("diff_no_match");
      expect((await errorOf(run({}, built))).message).toContain("give diff, base or staged");
      expect((await errorOf(run({ staged: true }, built))).code).toBe("diff_unavailable");
      expect((await run({ diff: "\n" }, built)).text).toContain("The diff changes no declaration");
    });

    test("binary files, submodules and modes are told of, and the rest is compared", async () => {
      const built = await buildRepository(store(), SHOP);
      const odd = [
        "diff --git a/logo.png b/logo.png\nindex 1111111..2222222 100644\nBinary files a/logo.png and b/logo.png differ\n",
        "diff --git a/lib b/lib\nindex 1111111..2222222 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit 1111111\n+Subproject commit 2222222\n",
        "diff --git a/src/cart.ts b/src/cart.ts\nold mode 100644\nnew mode 100755\n",
      ].join("");
      const { output } = await run({ diff: odd + PLAIN }, built);
      expect(changesOf(output)).toEqual(["body rate"]);
      expect(output.skipped).toEqual([
        { file_path: "logo.png", problem: "binary" },
        { file_path: "lib", problem: "a submodule: its own repository has the change" },
        { file_path: "src/cart.ts", problem: "only its mode changes: 100755" },
      ]);
    });

    test("renamings in a circle, and Windows' line ends", async () => {
      const built = await buildRepository(store(), SHOP);
      const circle = (from: string, to: string) =>
        `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
      const diff = circle("src/page.ts", "src/tax.ts") + circle("src/tax.ts", "src/page.ts");
      expect(changesOf((await run({ diff }, built)).output)).toEqual(["renamed src/page.ts", "renamed src/tax.ts"]);
      expect(changesOf((await run({ diff: PLAIN.replaceAll("\n", "\r\n") }, built)).output)).toEqual(["body rate"]);
    });

    test("no line end at the end of a file", async () => {
      const bare = { ...SHOP, "src/page.ts": SHOP["src/page.ts"].trimEnd() };
      const other = await buildRepository(store(), bare);
      const diff = diffOf(bare, { "src/page.ts": bare["src/page.ts"].replace("round(3)", "round(4)") });
      expect(diff).toContain("\\ No newline at end of file");
      expect(changesOf((await run({ diff }, other)).output)).toEqual(["body shown"]);
    });

    test("a byte order mark, as editors for Windows write one", async () => {
      const marked = { ...SHOP, "src/page.ts": `\uFEFF${SHOP["src/page.ts"]}` };
      const built = await buildRepository(store(), marked);
      const change = { "src/page.ts": marked["src/page.ts"].replace("round(3)", "round(4)") };
      expect(changesOf((await run({ diff: diffOf(marked, change) }, built)).output)).toEqual(["body shown"]);
      makeRepository(built.root);
      writeFiles(built.root, change);
      git(built.root, "add", "-A");
      const staged = (await run({ staged: true }, built)).output;
      expect([staged.summary.indexed, ...changesOf(staged)]).toEqual(["before", "body shown"]);
    });
  });
});
