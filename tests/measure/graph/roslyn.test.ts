/** The comparison with Roslyn: which files are compiled together, and what counts as right, wrong and missed. */
import { describe, expect, test } from "vitest";
import { edgesOfFolder } from "../../../src/measure/graph/in-memory.js";
import {
  compareBases,
  compareCalls,
  compareOverrides,
  compareReferences,
  type Score,
  SHOWN,
  sideBySide,
} from "../../../src/measure/graph/roslyn/compare.js";
import { csharpProjects } from "../../../src/measure/graph/roslyn/projects.js";
import type { Fact } from "../../../src/measure/graph/roslyn/run.js";
import { temporaryFolder } from "../../helpers/folders.js";

describe("projects for Roslyn", () => {
  const folder = temporaryFolder({
    "Directory.Build.props": `<Project><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>`,
    "app/App.csproj": `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><DefineConstants>$(DefineConstants);FAST</DefineConstants></PropertyGroup>
      <ItemGroup><ProjectReference Include="..\\core\\Core.csproj" /><Compile Remove="Old\\**" /><Compile Include="..\\shared\\*.cs" /></ItemGroup></Project>`,
    "app/App.cs": "",
    "app/Old/Gone.cs": "",
    "app/obj/Made.cs": "",
    "core/Core.csproj": `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><ProjectReference Include="../base/Base.csproj" />
      <InternalsVisibleTo Include="$(AssemblyName).Tests" /><Using Include="Shop.Tools" Static="true" /></ItemGroup></Project>`,
    "core/Core.cs": "",
    "base/Base.csproj": `<Project Sdk="Microsoft.NET.Sdk"></Project>`,
    "base/Base.cs": "",
    "shared/Shared.cs": "",
  });
  const projects = csharpProjects(folder);
  const named = (name: string) => projects.find((project) => project.name === name);

  test("come after those that they refer to, which they have all, directly or by others", () => {
    expect(projects.map(({ name }) => name)).toEqual(["base/Base.csproj", "core/Core.csproj", "app/App.csproj", ""]);
    expect(named("app/App.csproj")?.uses).toEqual(["core/Core.csproj", "base/Base.csproj"]);
  });

  test("hold the sources of their folders, as they include and remove them; the others are a project of their own", () => {
    expect(named("app/App.csproj")?.sources).toEqual(["app/App.cs", "shared/Shared.cs"]);
    expect(named("")?.sources).toEqual(["app/Old/Gone.cs"]);
  });

  test("have their symbols, the usings that the build adds, and their friends", () => {
    expect(named("app/App.csproj")?.defines).toContain("FAST");
    expect(named("app/App.csproj")?.added).toContain("global using global::Microsoft.AspNetCore.Builder;");
    expect(named("core/Core.csproj")?.added.split("\n").slice(-2)).toEqual([
      "global using static Shop.Tools;",
      '[assembly: System.Runtime.CompilerServices.InternalsVisibleTo("Core.Tests")]',
    ]);
  });
});

describe("comparison with Roslyn", async () => {
  const folder = temporaryFolder({
    "Shop.cs": `
class Base { public virtual void Go() {} }
class Shop : Base { public int Size; public override void Go() {} public Shop(int size) {} }
class Use {
  void Run(Shop shop) {
    shop.Go();
    shop.Size = 1;
    new Shop(2);
    shop.Go(); // Roslyn is told to mean the base
  }
}`,
  });
  const ours = await edgesOfFolder(folder, (path) => path.endsWith(".cs"));
  const use = (fact: Fact["fact"], line: number, name: string, to: number): Fact => ({
    fact,
    file: "Shop.cs",
    line,
    name,
    state: "source",
    kind: "Ordinary",
    to: [`Shop.cs:${to}`],
  });
  const base: Fact = { fact: "base", file: "", line: 0, name: "Shop", from: ["Shop.cs:3"], to: ["Shop.cs:2"] };
  const said: Fact[] = [
    use("call", 6, "Go", 3),
    use("reference", 7, "Size", 3),
    use("new", 8, "Shop", 3),
    use("call", 9, "Go", 2),
    base,
    { ...base, fact: "overrides", name: "Go" },
  ];
  const judged = new Set(["Shop.cs"]);
  const counts = ({ right, wrong, found, missed, unbound }: Score) => ({ right, wrong, found, missed, unbound });

  test("counts what both say as right, another target as wrong and missed", () => {
    const calls = compareCalls(sideBySide(said, ours, judged), SHOWN);
    expect(counts(calls)).toEqual({ right: 2, wrong: 1, found: 2, missed: 1, unbound: 0 });
    expect([...calls.causes.keys()]).toEqual([
      "wrong exact receiver-type: Roslyn says another declaration",
      "missed call of a Ordinary: another declaration",
    ]);
  });

  test("counts bases, overrides and references apart", () => {
    const sides = sideBySide(said, ours, judged);
    expect(counts(compareBases(sides))).toMatchObject({ right: 1, wrong: 0, missed: 0 });
    expect(counts(compareOverrides(sides))).toMatchObject({ right: 1, wrong: 0, missed: 0 });
    expect(compareReferences(sides, SHOWN)).toMatchObject({ found: 1, missed: 0 });
  });

  test("judges no edge where Roslyn binds to nothing, nor on lines that an #if leaves out", () => {
    const open: Fact = { ...use("call", 9, "Go", 2), state: "candidate" };
    expect(counts(compareCalls(sideBySide([...said.slice(0, 3), open], ours, judged), SHOWN))).toEqual({
      right: 2,
      wrong: 0,
      found: 2,
      missed: 0,
      unbound: 1,
    });
    const left: Fact = { fact: "disabled", file: "Shop.cs", line: 9, name: "", toLine: 9 };
    expect(compareCalls(sideBySide([...said.slice(0, 3), left], ours, judged), SHOWN)).toMatchObject({ wrong: 0 });
  });
});
