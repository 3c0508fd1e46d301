/** An edit of one Swift file gives the others the edges that a program made anew would give them. */

import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

const FILES = {
  "server.swift": "class Server { func start() {} }",
  "run.swift": dedent`
    func run(server: Server) { server.start(); server.halt() }
    let shared = make()
    func go() { shared.start() }`,
  "alias.swift": dedent`
    typealias Running = New.Server
    enum New { class Server {} }
    enum Old { class Server {} }`,
  "running.swift": "extension Running { func stop() {} }\nfunc stop(server: New.Server) { server.stop() }",
  "make.swift": "func make() -> Server { Server() }",
  "shop.swift": "class Shop { @Published var orders = 1 }",
  "watch.swift": "func watch(shop: Shop) { shop.$orders.sink { _ in } }",
  "lens.swift": "struct Lens { subscript<T>(dynamicMember path: KeyPath<Shop, T>) -> T { fatalError() } }",
  "holder.swift": "struct Holder { var lens: Lens }",
  "read.swift": "func read(holder: Holder) { print(holder.lens.orders) }",
};

const EDITS: { name: string; path: string; source: string; affects: string }[] = [
  {
    name: "an extension brings a member",
    path: "halt.swift",
    source: "extension Server { func halt() {} }",
    affects: "run.swift",
  },
  { name: "a member goes", path: "server.swift", source: "class Server {}", affects: "run.swift" },
  { name: "a result is of another type", path: "make.swift", source: "func make() -> Int { 1 }", affects: "run.swift" },
  { name: "a property with a wrapper goes", path: "shop.swift", source: "class Shop {}", affects: "watch.swift" },
  {
    name: "a type has no dynamic members any more",
    path: "lens.swift",
    source: "struct Lens {}",
    affects: "read.swift",
  },
  {
    name: "an alias stands for another type of that name",
    path: "alias.swift",
    source: dedent`
      typealias Running = Old.Server
      enum New { class Server {} }
      enum Old { class Server {} }`,
    affects: "running.swift",
  },
  {
    name: "a base brings a member",
    path: "server.swift",
    source: "class Server: Base {}\nclass Base { func start() {}; func halt() {} }",
    affects: "run.swift",
  },
];

test.each(EDITS)("$name", ({ path, source, affects }) => {
  const sample = programOf(FILES);
  for (const each of Object.keys(FILES)) edgesOf(sample, each);
  sample.program.settle();
  put(sample, path, source);
  expect(sample.program.affected()).toContain(affects);
  const anew = programOf({ ...FILES, [path]: source });
  for (const each of sample.program.files.keys()) expect(edgesOf(sample, each)).toEqual(edgesOf(anew, each));
});
