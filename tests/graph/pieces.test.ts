/** Pieces of source as agents ask for them, by src/graph/pieces.ts: decorators belong to the symbol below them. */
import { expect, test } from "vitest";
import { pieceOf } from "../../src/graph/pieces.js";
import type { SymbolHead } from "../../src/store/symbol-heads.js";
import { dedent } from "../helpers/dedent.js";

/** The lines of a declaration of some lines, with those above it that belong to it. */
const pieceAt = (source: string, lineStart: number, lineEnd: number) =>
  pieceOf({ path: "a.ts", lineStart, lineEnd } as SymbolHead, source.split("\n"));

test("decorators of several lines belong to what they decorate, the function before does not", () => {
  const source = dedent`
    list() {
      return this.all;
    }

    /** Tells of new ones. */
    @Subscription(() => Request, {
      resolve: (value) => value,
    })
    @RequiresRole(
      Role.VIEWER,
      Role.OWNER,
    )
    requestAdded() {
      return this.events;
    }
  `;
  expect(pieceAt(source, 13, 15).start).toBe(5);
  expect(pieceAt(source.replace("\n\n", "\n"), 12, 14).start).toBe(4);
  expect(pieceAt(source, 1, 3).start).toBe(1);
});
