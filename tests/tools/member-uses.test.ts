/** Callers of a class that a container makes: it has none of its own, and is used by its members and those of its interface. */
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
  "Idle.cs": "namespace Shop;\npublic class Idle { public void Rest() {} }\n",
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
