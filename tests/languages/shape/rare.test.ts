/** Languages that are seldom written: the declarations of a few lines of each. */
import { expect, test } from "vitest";
import { present } from "../../../src/base/need.js";
import { codeLanguageOf } from "../../../src/languages/index.js";
import { createParser } from "../../../src/languages/parse.js";
import { dedent } from "../../helpers/dedent.js";

const parser = createParser();

const SOURCES: Record<string, { source: string; want: string[] }> = {
  "schema.prisma": {
    source: dedent`
      datasource db {
        provider = "postgresql"
      }
      /// A link that somebody kept.
      model Link {
        id   Int    @id
        tags Tag[]
        note String?
        @@index([id])
      }
      enum Role { ADMIN }`,
    want: ["struct Link", "field Link.id", "field Link.tags", "field Link.note", "enum Role"],
  },
  "BUILD.bazel": {
    source: dedent`
      load("//tools:a.bzl", "a")
      SOURCES = ["a.go"]
      go_library(
        name = "cart",
        srcs = SOURCES,
      )`,
    want: ["constant SOURCES", "module cart"],
  },
  "rules.bzl": {
    source: dedent`
      def _impl(ctx):
        """Makes it."""
        return []`,
    want: ["function _impl"],
  },
  "main.tsp": {
    source: dedent`
      namespace Shop {
        model Cart { id: string; }
        interface Carts { read(): Cart; }
        op ping(): void;
      }`,
    want: ["namespace Shop", "struct Shop.Cart", "interface Shop.Carts", "function Shop.ping"],
  },
  "shop.smithy": {
    source: dedent`
      service Shop { operations: [GetCart] }
      operation GetCart { input: GetCartInput }
      structure GetCartInput { id: String }`,
    want: ["interface Shop", "function GetCart", "struct GetCartInput"],
  },
  "cart.fbs": {
    source: dedent`
      namespace shop.data;
      table Cart { id: int; }
      rpc_service Carts { Read(Cart): Cart; }`,
    want: ["struct shop.data.Cart", "interface shop.data.Carts"],
  },
  "cart.capnp": {
    source: dedent`
      struct Cart {
        id @0 :UInt32;
      }
      interface Carts {
        read @0 (id :UInt32) -> (cart :Cart);
      }`,
    want: ["struct Cart", "field Cart.id", "interface Carts", "method Carts.read"],
  },
  "main.bicep": {
    source: dedent`
      param place string = 'here'
      resource store 'Microsoft.Storage/storageAccounts@2023-01-01' = {
        name: 'cart'
      }
      module net './net.bicep' = { name: 'net' }`,
    want: ["variable place", "struct store", "module net"],
  },
  "policy.rego": {
    source: dedent`
      package shop.access
      import data.users
      default allow := false
      allow if {
        input.user == "ann"
      }
      is_owner(user) { user.id == 1 }`,
    want: ["function shop.access.allow", "function shop.access.is_owner"],
  },
  "cart.cue": {
    source: dedent`
      #Cart: {
        id: int
      }
      shop: #Cart & {
        id: 1
      }`,
    want: ["struct Cart", "constant shop"],
  },
  "cart.libsonnet": {
    source: dedent`
      local total(lines) = std.length(lines);
      {
        cart:: {
          add(line):: self { lines+: [line] },
        },
      }`,
    want: ["function total", "constant cart", "method cart.add"],
  },
  "default.nix": {
    source: dedent`
      {
        build = { pkgs, ... }: pkgs.hello;
        shop = {
          cart = 1;
        };
      }`,
    want: ["function build", "constant shop"],
  },
  Dockerfile: {
    source: dedent`
      ARG NODE=20
      FROM node:20 AS build
      RUN npm ci
      FROM build AS service
      CMD ["node"]`,
    want: ["variable NODE", "module build", "module service"],
  },
  justfile: {
    source: dedent`
      set shell := ["bash"]
      version := "1"
      build target="all": test
        npm run build
      @test:
        npm test`,
    want: ["variable version", "function build", "function test"],
  },
  "Cart.elm": {
    source: dedent`
      module Shop.Cart exposing (..)
      type alias Cart = { id : Int }
      total : Cart -> Int
      total cart =
          cart.id`,
    want: ["type Shop.Cart.Cart", "function Shop.Cart.total"],
  },
  "Cart.purs": {
    source: dedent`
      module Shop.Cart where
      newtype Cart = Cart Int
      total :: Cart -> Int
      total (Cart id) = id`,
    want: ["struct Shop.Cart.Cart", "function Shop.Cart.total"],
  },
  "Cart.res": {
    source: dedent`
      module Cart = {
        type t = {id: int}
        let total = cart => cart.id
      }`,
    want: ["module Cart", "type Cart.t", "function Cart.total"],
  },
  "cart.gleam": {
    source: dedent`
      import gleam/list
      pub type Cart {
        Cart(id: Int)
      }
      pub fn total(cart: Cart) -> Int {
        cart.id
      }`,
    want: ["type Cart", "function total"],
  },
  "cart.mojo": {
    source: dedent`
      struct Cart:
          fn total(self) -> Int:
              return 1`,
    want: ["struct Cart", "method Cart.total"],
  },
  "cart.coffee": {
    source: dedent`
      class Cart
        add: (line) ->
          @lines.push line
      total = (cart) -> cart.id`,
    want: ["class Cart", "method Cart.add", "function total"],
  },
  "Cart.rakumod": {
    source: dedent`
      class Cart {
          method total { 1 }
      }
      sub pay(Cart $cart) { }`,
    want: ["class Cart", "method Cart.total", "function pay"],
  },
  "cart.adb": {
    source: dedent`
      package body Cart is
         procedure Add (Line : Integer) is
         begin
            null;
         end Add;
      end Cart;`,
    want: ["module Cart", "function Cart.Add"],
  },
  "cart.sv": {
    source: dedent`
      module cart(input clk);
        function automatic int total(int id);
          return id;
        endfunction
      endmodule
      typedef logic [3:0] nibble_t;`,
    want: ["module cart", "function cart.total", "type nibble_t"],
  },
  "cart.vhd": {
    source: dedent`
      entity cart is
        port (clk : in bit);
      end cart;
      architecture rtl of cart is
      begin
      end rtl;`,
    want: ["interface cart", "class rtl"],
  },
  "cart.cbl": {
    source: dedent`
      IDENTIFICATION DIVISION.
      PROGRAM-ID. CART.
      PROCEDURE DIVISION.
      PAY-CART SECTION.
          DISPLAY "PAID".`,
    want: ["module CART", "function PAY-CART"],
  },
  "cart.s": {
    source: dedent`
      _total:
          ret
      add_line:
          call _total`,
    want: ["function _total", "function add_line"],
  },
};

test.each(Object.entries(SOURCES))("%s", (path, { source, want }) => {
  const { symbols } = parser.parse(present(codeLanguageOf(path)), `${source}\n`);
  expect(symbols.slice(1).map(({ kind, qualifiedName }) => `${kind} ${qualifiedName}`)).toEqual(want);
});
