/** An edit of Go touches files that do not name what it changes. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put, type Sample } from "../helpers.js";

const OTHERS = Object.fromEntries(["w", "x", "y", "z"].map((name) => [`others/${name}.go`, "package others\n"]));

const EDITS: { name: string; files: Record<string, string>; path: string; text: string; touches: string }[] = [
  {
    name: "a file comes into a package without a name, and its methods with it",
    files: {
      "app/a.go": "type Alpha struct{}\n",
      "app/b.go": dedent`
        package app
        func (a *Alpha) Own() {}
      `,
    },
    path: "app/b.go",
    text: "func (a *Alpha) Own() {}\n",
    touches: "app/a.go",
  },
  {
    name: "an interface asks for a method that a type has from an interface in it",
    files: {
      "go.mod": "module example.com/m\n",
      "lib/c.go": dedent`
        package lib
        type Gamma interface { Run() }
      `,
      "lib/d.go": dedent`
        package lib
        type Runs interface { Stop() }
      `,
      "app/a.go": dedent`
        package app
        import "example.com/m/lib"
        type Alpha struct { lib.Gamma }
      `,
    },
    path: "lib/d.go",
    text: dedent`
      package lib
      type Runs interface { Run() }
    `,
    touches: "app/a.go",
  },
];

const allOf = (sample: Sample, path: string) => edgesOf(sample, path, ["contains", "implements"]);

test.each(EDITS)("$name", ({ files, path, text, touches }) => {
  const sample = programOf({ ...OTHERS, ...files });
  const before = allOf(sample, touches);
  sample.program.settle();
  put(sample, path, text);
  const affected = sample.program.affected();
  const now = allOf(programOf({ ...OTHERS, ...files, [path]: text }), touches);
  expect(now).not.toEqual(before);
  expect([...affected]).toContain(touches);
  expect(allOf(sample, touches)).toEqual(now);
});

test("another package comes into a folder, and an import of the folder means that one", () => {
  const files = {
    ...OTHERS,
    "go.mod": "module example.com/m\n",
    "lib/d.go": dedent`
      package lib
      type Gamma struct{}
      func (g Gamma) Run() {}
    `,
    "lib/sub/e.go": dedent`
      package sub
      import "example.com/m/lib"
      type Omega = lib.Gamma
    `,
    "app/a.go": dedent`
      package app
      import . "example.com/m/lib/sub"
      func use(a *Omega) { a.Run() }
    `,
  };
  const calls = (sample: Sample) => edgesOf(sample, "app/a.go", ["calls"]);
  const sample = programOf(files);
  const before = calls(sample);
  sample.program.settle();
  put(sample, "lib/c.go", "package odd\n");
  const affected = sample.program.affected();
  const now = calls(programOf({ ...files, "lib/c.go": "package odd\n" }));
  expect(now).not.toEqual(before);
  expect([...affected]).toContain("app/a.go");
  expect(calls(sample)).toEqual(now);
});
