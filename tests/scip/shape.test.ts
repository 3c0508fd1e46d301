/** An index about files of a language without a parser: their symbols have exact edges. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS } from "../../src/model/edge.js";
import { type App, createApp } from "../../src/processes/service.js";
import { temporaryFolder } from "../helpers/folders.js";
import { documentOf, indexBytes } from "./encode.js";

const CART = `pub struct Cart {}

pub trait Priced {
    fn price(&self) -> u64;
}

impl Priced for Cart {
    fn price(&self) -> u64 {
        self.total::<u8>(1)
    }
}

impl Cart {
    pub fn total<T>(&self, factor: u64) -> u64 { factor }
}
`;
const MAIN = `use cart::Cart;

fn main() {
    let cart = Cart {};
    let most = serde::from_str("1");
    cart.total(most);
    let later = Cart::total;
}
`;
const RUBY = `class Shop
  def open
    sign
  end

  def sign
  end
end
`;

const cargo = (rest: string) => `rust-analyzer cargo shop 0.1.0 ${rest}`;
const TYPE = cargo("cart/Cart#");
const TRAIT = cargo("cart/Priced#");
const PRICE = cargo("cart/Priced#price().");
const OWN_PRICE = cargo("cart/impl#[Cart][Priced]price().");
const TOTAL = cargo("cart/impl#[Cart]total().");
const SIGN = "scip-ruby gem shop 0.1.0 Shop#sign().";

const DOCUMENTS = [
  documentOf(
    "src/cart.rs",
    CART,
    [
      [1, "Cart", TYPE, "def"],
      [3, "Priced", TRAIT, "def"],
      [4, "price", PRICE, "def"],
      [7, "Priced", TRAIT],
      [7, "Cart", TYPE],
      [8, "price", OWN_PRICE, "def"],
      [9, "total", TOTAL],
      [13, "Cart", TYPE],
      [14, "total", TOTAL, "def"],
    ],
    {
      implementations: [
        [OWN_PRICE, PRICE],
        [TYPE, TRAIT],
      ],
      text: CART,
    },
  ),
  documentOf(
    "src/main.rs",
    MAIN,
    [
      [1, "Cart", TYPE],
      [3, "main", cargo("main()."), "def"],
      [4, "cart", "local 1", "def"],
      [4, "Cart", TYPE],
      [5, "from_str", "rust-analyzer cargo serde 1.0.0 de/from_str()."],
      [6, "cart", "local 1"],
      [6, "total", TOTAL],
      [7, "Cart", TYPE],
      [7, "total", TOTAL],
    ],
    { text: MAIN },
  ),
  documentOf(
    "shop.rb",
    RUBY,
    [
      [1, "Shop", "scip-ruby gem shop 0.1.0 Shop#", "def"],
      [2, "open", "scip-ruby gem shop 0.1.0 Shop#open().", "def"],
      [3, "sign", SIGN],
      [6, "sign", SIGN, "def"],
    ],
    { text: RUBY },
  ),
];

let app: App;
let server: HttpServer;
beforeAll(async () => {
  const folder = temporaryFolder({ "app/src/cart.rs": CART, "app/src/main.rs": MAIN, "app/shop.rb": RUBY });
  const settings = {
    repos: [join(folder, "app")],
    dataDir: join(folder, "data"),
    watchFiles: false,
    logLevel: "silent",
  };
  app = await createApp(readConfig({ ...settings, port: 0 }, {}));
  server = await listen(app);
  const [project] = await app.projects();
  await ended((await app.indexing.start(project!, {})).jobId);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

const ended = (jobId: string) => app.indexing.wait(jobId, AbortSignal.timeout(30_000));

async function edges(path: string): Promise<string[]> {
  const rows = await app.db.query<{
    source: string;
    kind: number;
    tier: number;
    rule: number;
    line: number;
    target: string;
  }>(
    `select distinct s.qualified_name as source, e.kind, e.tier, e.rule, e.line, coalesce(t.qualified_name, x.module || ' ' || x.name) as target
     from files f
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
     join symbols s on s.project_id = f.project_id and s.version_id = f.version_id and s.ordinal = e.source_ordinal
     left join (select s.* from symbols s join files g using (project_id, version_id)) t
       on t.project_id = f.project_id and t.node_id = e.target
     left join external_symbols x on x.project_id = f.project_id and x.node_id = e.target
     where f.path = $1`,
    [path],
  );
  return rows
    .filter(({ kind }) => EDGE_KINDS[kind] !== "contains")
    .map(
      ({ source, kind, target, line, tier, rule }) =>
        `${line} ${source} ${EDGE_KINDS[kind]} ${target} (${EDGE_TIERS[tier]}, ${EDGE_RULES[rule]})`,
    )
    .sort();
}

test("definitions, uses, calls and implementations of an index become edges of symbols that were read by their shape", async () => {
  for (const path of ["src/cart.rs", "src/main.rs", "shop.rb"]) expect(await edges(path)).toEqual([]);
  const request = { method: "PUT", body: indexBytes(DOCUMENTS) } as RequestInit;
  const response = await fetch(`${server.url}/projects/app/scip`, request);
  const { job_id } = (await response.json()) as { job_id: string };
  expect(await ended(job_id)).toMatchObject({
    status: "completed",
    result: { scip: { documents: 3, matched: 3, changed: 0, unknown: 0 } },
  });
  expect(await edges("src/cart.rs")).toEqual([
    "1 Cart implements Priced (exact, scip)",
    "7 Cart references Priced (exact, scip)",
    "8 Cart::price overrides Priced::price (exact, scip)",
    "9 Cart::price calls Cart::total (exact, scip)",
  ]);
  expect(await edges("src/main.rs")).toEqual([
    "1 src/main.rs references Cart (exact, scip)",
    "4 main references Cart (exact, scip)",
    "5 main calls serde from_str (external, scip)",
    "6 main calls Cart::total (exact, scip)",
    "7 main references Cart (exact, scip)",
    "7 main references Cart::total (exact, scip)",
  ]);
  expect(await edges("shop.rb")).toEqual(["3 Shop::open calls Shop::sign (exact, scip)"]);
});
