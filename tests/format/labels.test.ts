/** Names with argument labels, as Swift writes them, in answers and in queries. */
import { expect, test } from "vitest";
import { withSignature } from "../../src/format/symbols.js";
import { parseSymbolQuery } from "../../src/search/symbols/query.js";

test("the parameters of a function stand in place of its labels", () => {
  expect(withSignature("Server.serve(_:port:)", "(_ request: Request, port: Int)")).toBe(
    "Server.serve(_ request: Request, port: Int)",
  );
  expect(withSignature("Server.stop()", "()")).toBe("Server.stop()");
  expect(withSignature("Server.stop()", null)).toBe("Server.stop()");
  expect(withSignature("f", "(a: number)")).toBe("f(a: number)");
});

test("a query for a name with labels looks for the name", () => {
  const word = { kind: "word", text: "serve", isPrefix: false, column: "qualified_name" };
  expect(parseSymbolQuery("serve(_:port:)")).toEqual(word);
  expect(parseSymbolQuery("serve()")).toEqual(word);
  expect(() => parseSymbolQuery("serve(_:port")).toThrow();
});
