/** Answers about code of languages without a parser: its symbols are marked, and no answer says more of their uses than is known. */
import { expect, test } from "vitest";
import { EDGE_KINDS } from "../../src/model/edge.js";
import getCallees from "../../src/tools/get-callees.js";
import getCallers from "../../src/tools/get-callers.js";
import getFileOutline from "../../src/tools/get-file-outline.js";
import getImplementations from "../../src/tools/get-implementations.js";
import getReferences from "../../src/tools/get-references.js";
import getSymbol from "../../src/tools/get-symbol.js";
import getTests from "../../src/tools/get-tests.js";
import lookupSymbol from "../../src/tools/lookup-symbol.js";
import searchCode from "../../src/tools/search-code.js";
import searchSymbols from "../../src/tools/search-symbols.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "src/cart.rs": dedent`
    /// A cart of a shop.
    pub struct Cart {
        items: Vec<Item>,
    }

    impl Cart {
        /// Sums up what is in the basket.
        pub fn total(&self, factor: u64) -> u64 {
            self.items.len() as u64 * factor
        }
    }
  `,
  "src/main.rs": dedent`
    fn main() {
        Cart::new().total(1);
    }
  `,
  "web/cart.ts": dedent`
    import query from "./cart.graphql";
    export function totalOf(cart: Cart): number {
      return cart.total();
    }
  `,
  "web/cart.graphql": dedent`
    type Cart {
      total: Int
    }
  `,
  "docs/guide.md": dedent`
    # Guide

    The total of what is in the basket.
  `,
};

describeStores("code of a language without a parser", (store) => {
  test("has an outline, and names that are found; each says that it was read by its shape", async () => {
    const built = await buildRepository(store(), FILES);
    const outline = await runTool(getFileOutline, { path: "src/cart.rs" }, built);
    expect(outline.output).toMatchObject({ language: "rust", by: "shape", total: 3 });
    expect(outline.text).toContain("3 symbols in src/cart.rs (rust, by: shape, node_id");
    expect(outline.text).toContain("  8-10  method total(&self, factor: u64): u64");

    const found = await runTool(searchSymbols, { query: "total" }, built);
    expect(found.text).toContain("src/cart.rs:8 method Cart::total(&self, factor: u64): u64  (by: shape)");
    expect(found.text).toContain("web/cart.ts:2 function totalOf(cart: Cart): number [");

    const { output, text } = await runTool(lookupSymbol, { qualified_name: "Cart::total" }, built);
    expect(output.results).toMatchObject([{ node_type: "method", language: "rust", by: "shape" }]);
    expect(text).toContain("(by: shape)");
  });

  test("get_symbol tells what is known, and that uses are not", async () => {
    const built = await buildRepository(store(), FILES);
    const { output, text } = await runTool(getSymbol, { node_id: "src/cart.rs:8" }, built);
    expect(output).toMatchObject({ by: "shape", doc_comment: "Sums up what is in the basket.", reference_count: 0 });
    expect(text).toContain("rust, exported; calls and other uses are not read in rust, 0 members");
    expect(text).toContain("Also named in 1 file whose language has no graph: src/main.rs");
  });

  test.each([getCallers, getCallees, getReferences])(
    "$name says that the symbol was read by its shape",
    async (tool) => {
      const built = await buildRepository(store(), FILES);
      const { output, text } = await runTool(tool as typeof getCallers, { node_id: "src/cart.rs:8" }, built);
      expect(output).toMatchObject({ symbol: { by: "shape" }, results: [] });
      expect(text).toContain("(src/cart.rs:8, by: shape)");
    },
  );

  test("uses of a schema are the lines of code with its names, where these are no words of other things", async () => {
    const built = await buildRepository(store(), {
      "prisma/schema.prisma": dedent`
        model Link {
          id           Int @id
          indexVersion Int?
        }
      `,
      "src/links.ts": dedent`
        import { Link } from "./ui/link";
        export async function markLinks(prisma: any, link: any) {
          await prisma.link.updateMany({ data: { indexVersion: null } });
          log(page.link.url);
          return link.id;
        }
      `,
    });
    const linesOf = async (node_id: string) => (await runTool(getReferences, { node_id }, built)).text;
    const update = "  3 in markLinks: await prisma.link.updateMany({ data: { indexVersion: null } });";
    expect(await linesOf("prisma/schema.prisma:3")).toContain(
      `By name, in 1 file:\nWritten at:\nsrc/links.ts\n${update}`,
    );
    const ofModel = await linesOf("prisma/schema.prisma:1");
    expect(ofModel).toContain(update);
    expect(ofModel).not.toMatch(/ui\/link|page\.link/);
    expect(await linesOf("prisma/schema.prisma:2")).not.toContain("By name");
  });

  test("callers, implementations and other uses are its lines outside of comments, by name alone", async () => {
    const built = await buildRepository(store(), {
      "src/render.rs": dedent`
        /// Renderer of pages.
        #[derive(Debug)]
        pub trait Renderer {
            fn render_page(&self);
        }

        impl Renderer for Html {
            fn render_page(&self) {}
        }
      `,
      "src/main.rs": dedent`
        use crate::render::Renderer;

        // A Renderer calls render_page.
        fn run_all(renderer: &dyn Renderer) {
            let text = "a Renderer";
            renderer.render_page();
        }
      `,
    });
    const linesOf = async (tool: unknown, node_id: string) =>
      (await runTool(tool as typeof getCallers, { node_id }, built)).output.text_only.lines;
    expect(await linesOf(getImplementations, "src/render.rs:3")).toEqual([
      "src/render.rs",
      "  7: impl Renderer for Html {",
    ]);
    expect(await linesOf(getReferences, "src/render.rs:3")).toEqual([
      "src/main.rs",
      "  4 in run_all: fn run_all(renderer: &dyn Renderer) {",
      "src/render.rs",
      "  7: impl Renderer for Html {",
    ]);
    expect(await linesOf(getCallers, "src/render.rs:4")).toEqual([
      "src/main.rs",
      "  6 in run_all: renderer.render_page();",
    ]);
    const { text } = await runTool(getCallers, { node_id: "src/render.rs:4" }, built);
    expect(text).toContain(
      "No known callers of Renderer::render_page (src/render.rs:4, by: shape), but by name: below.",
    );
    expect(text).toContain("By name, in 1 file whose language has no graph:");
    const { output } = await runTool(getCallees, { node_id: "src/main.rs:4" }, built);
    expect(output.by_name).toEqual(["4 Renderer (src/render.rs:3)"]);
  });

  test("every language that is read by its shape has its lines", async () => {
    const built = await buildRepository(store(), {
      "src/vault.sol": dedent`
        contract Vault {
            function settleAll() public {}
        }
      `,
      "src/bank.sol": dedent`
        contract Bank is Vault {
            function close() public {
                settleAll();
            }
        }
      `,
    });
    const { output } = await runTool(getCallers, { node_id: "src/vault.sol:2" }, built);
    expect(output.text_only.lines).toEqual(["src/bank.sol", "  3 in Bank.close: settleAll();"]);
  });

  test("a private symbol of another folder is not what a name means", async () => {
    const built = await buildRepository(store(), {
      "tasks/src/main.rs": "type Outcome = u32;\n",
      "app/src/run.rs": dedent`
        fn run_all() -> Outcome {
            let page = PageSize::default();
        }
      `,
      "app/src/size.rs": "struct PageSize;\n",
    });
    const { output } = await runTool(getCallees, { node_id: "app/src/run.rs:1" }, built);
    expect(output.by_name).toEqual(["2 PageSize (app/src/size.rs:1)"]);
  });

  test("get_tests says that tests are not known, and not that there are none", async () => {
    const built = await buildRepository(store(), FILES);
    const { output, text } = await runTool(getTests, { symbols: ["src/cart.rs:8"] }, built);
    expect(output).toMatchObject({ symbols: [{ by: "shape", test_files: 0 }], total: 0 });
    expect(text).toContain("Whether a test reaches Cart::total (src/cart.rs:8) is not known.");
    expect(text).toContain("are of languages whose calls are not read");
    expect(text).not.toContain("No test");
    const mixed = await runTool(getTests, { symbols: ["src/cart.rs:8", "totalOf"] }, built);
    expect(mixed.text).toContain("No test that reaches 2 symbols");
    expect(mixed.text).toContain("are of languages whose calls are not read");
  });

  test("is not prose: a question finds the function before the guide", async () => {
    const asked = { query: "sum up what is in the basket" };
    const { output } = await askTool(store(), searchCode, asked, { files: FILES });
    expect(output.results[0]).toMatchObject({ path: "src/cart.rs" });
  });

  test("changes nothing for languages with one: imports of such files and calls of such names lead nowhere", async () => {
    const built = await buildRepository(store(), FILES);
    const rows = await store().query<{ target: string }>(
      "select e.target from edges e join symbols s on s.node_id = e.target and s.language <> 'typescript' where e.kind <> $1",
      [EDGE_KINDS.indexOf("contains")],
    );
    expect(rows).toEqual([]);
    const { output } = await runTool(getCallees, { node_id: "web/cart.ts:2" }, built);
    expect(output.results).toEqual([]);
  });

  test("keeps its node ids when other declarations come and go", async () => {
    const built = await buildRepository(store(), FILES);
    const idOf = async (view = built.view) =>
      (await runTool(lookupSymbol, { qualified_name: "Cart::total" }, { ...built, view })).output.results[0]!.node_id;
    const before = await idOf();
    const view = await built.rebuild({ "src/cart.rs": `fn first() {}\n\n${FILES["src/cart.rs"]}` });
    expect(await idOf(view)).toBe(before);
  });
});
