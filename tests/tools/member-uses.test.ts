/** A class that a container makes: it has no callers of its own, is used by its members and those of its interface, and is kept in fields. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "Bin.cs": dedent`
    namespace Shop;
    public interface IBin { void Drop(string path); }
    public class Bin : IBin
    {
        public void Drop(string path) {}
        public void Empty() {}
    }
  `,
  "Files.cs": dedent`
    namespace Shop;
    public class Files
    {
        private readonly IBin _bin;
        public Files(IBin bin) { _bin = bin; }
        public void Remove(string path) { _bin.Drop(path); }
    }
    public class Nightly
    {
        public void Run(Bin bin) { bin.Empty(); }
    }
  `,
  "Marked.cs": dedent`
    namespace Shop;
    public interface IMark {}
    public class Marked : IMark {}
    public class Taker { public void Take(IMark one) {} }
  `,
  "Idle.cs": dedent`
    namespace Shop;
    public class Idle { public void Rest() {} }
  `,
});

test("a class that nothing makes tells the uses of its members, and of those of its interface", async () => {
  const { text } = await call("get_callers", { node_id: "Bin" });
  expect(text.split("\n").slice(0, 6)).toEqual([
    "No known callers of Bin (Bin.cs:3).",
    "Referred to without a call in 1 place; its references list them.",
    "Uses of its members from outside it, 1 line, of 1 member:",
    "  Empty 1  Files.cs:10",
    "Uses of members of IBin, a base of it, 1 line, of 1 member:",
    "  Drop 1  Files.cs:6",
  ]);
});

test("a class that nothing uses has none", async () => {
  const { text } = await call("get_callers", { node_id: "Idle" });
  expect(text).not.toContain("Uses of");
});

test("a field that keeps a value and the constructor that takes it are one row, without their code", async () => {
  const { text } = await call("get_dependents", { node_id: "IBin" });
  const lines = text.split("\n");
  const at = lines.indexOf("Files.cs");
  expect(lines.slice(at, at + 4)).toEqual([
    "Files.cs",
    "  4, 5  Files._bin  references, accepts",
    "  6  Files.Remove  calls  via IBin.Drop",
    "      public void Remove(string path) { _bin.Drop(path); }",
  ]);
});

test("an interface without members is no way to a class that has it", async () => {
  const { text } = await call("get_dependents", { node_id: "Marked" });
  expect(text).not.toContain("through Shop.IMark");
  expect((await call("get_dependents", { node_id: "Bin" })).text).toContain("through Shop.IBin");
});
