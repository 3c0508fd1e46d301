/** Calls of a mixin on members that its subclasses have from elsewhere. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put, testEdges } from "../helpers.js";

const MIXINS = dedent`
  class Listing:
      def show(self):
          self.fetch()
          self.owner.greet()
          self.assertEqual(1, 1)
          self.nothing()
      def setup(self):
          super().prepare()
  class Hooks:
      def run(self):
          self.step()
`;

const FILES = {
  "mixins.py": MIXINS,
  "parts.py": dedent`
    class Owner:
        def greet(self): ...
    class Crud:
        owner = Owner()
        def fetch(self): ...
        def prepare(self): ...
  `,
  "all.py": dedent`
    from unittest import TestCase
    from mixins import Hooks, Listing
    from parts import Crud
    class First(Listing, Crud, TestCase): ...
    class Second(Listing, Crud): ...
    class Fast(Hooks):
        def step(self): ...
    class Slow(Hooks):
        def step(self): ...
  `,
};

testEdges([
  {
    name: "a member that the subclasses have of one other base is likely, and behind super() as well",
    files: FILES,
    of: "mixins.py",
    has: [
      "Listing.show calls parts.py#Crud.fetch (unique)",
      "Listing.show calls parts.py#Owner.greet (unique)",
      "Listing.setup calls parts.py#Crud.prepare (unique)",
      "Listing.show calls unittest!TestCase.assertEqual (external)",
    ],
  },
  {
    name: "of several subclasses with a member each one may be meant",
    files: FILES,
    of: "mixins.py",
    has: ["Hooks.run calls all.py#Fast.step (candidate)", "Hooks.run calls all.py#Slow.step (candidate)"],
  },
]);

test("a class that gets another base elsewhere touches the file of the mixin", () => {
  const sample = programOf({ ...FILES, "all.py": "" });
  expect(edgesOf(sample, "mixins.py", ["calls"]).join()).not.toContain("Crud.fetch");
  sample.program.settle();
  put(sample, "all.py", FILES["all.py"]);
  expect(sample.program.affected()).toContain("mixins.py");
  expect(edgesOf(sample, "mixins.py", ["calls"])).toContain("Listing.show calls parts.py#Crud.fetch (unique)");
});
