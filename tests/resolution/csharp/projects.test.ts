/** Facts of project files about a source: its projects, the code that it may use, its usings. */
import { describe, expect, test } from "vitest";
import { createCsharpProjects } from "../../../src/resolution/csharp/projects.js";

const projectsOf = (files: Record<string, string>) => createCsharpProjects({ files: new Map(Object.entries(files)) });
const project = (inside = "", sdk = "Microsoft.NET.Sdk") => `<Project Sdk="${sdk}">${inside}</Project>`;
const refersTo = (path: string, more = "") => project(`<ProjectReference Include="${path}" ${more}/>`);
const compiles = (path: string, more = "") => project(`<Compile Include="${path}" ${more}/>`);

const LIB = { "lib/Lib.csproj": project("<AssemblyName>Acme.Lib</AssemblyName>") };

const uses: { name: string; files: Record<string, string>; from?: string; to?: string; want: boolean }[] = [
  { name: "a project has no other", files: { "app/App.csproj": project() }, want: false },
  { name: "a reference", files: { "app/App.csproj": refersTo("..\\lib\\Lib.csproj") }, want: true },
  {
    name: "a reference goes one way",
    files: { "app/App.csproj": refersTo("..\\lib\\Lib.csproj") },
    from: "lib/a.cs",
    to: "app/b.cs",
    want: false,
  },
  {
    name: "through another project",
    files: { "app/App.csproj": refersTo("../mid/Mid.csproj"), "mid/Mid.csproj": refersTo("../lib/Lib.csproj") },
    want: true,
  },
  {
    name: "a build step is not a reference",
    files: { "app/App.csproj": refersTo("../lib/Lib.csproj", 'ReferenceOutputAssembly="False"') },
    want: false,
  },
  {
    name: "a build step that says so inside",
    files: {
      "app/App.csproj": project(
        '<ProjectReference Include="../lib/Lib.csproj"><ReferenceOutputAssembly>false</ReferenceOutputAssembly></ProjectReference>',
      ),
    },
    want: false,
  },
  {
    name: "a reference that is commented out",
    files: { "app/App.csproj": project('<!-- <ProjectReference Include="../lib/Lib.csproj"/> -->') },
    want: false,
  },
  {
    name: "a reference behind a comment that has tags in it",
    files: { "app/App.csproj": project('<!-- <ItemGroup> --><ProjectReference Include="../lib/Lib.csproj"/>') },
    want: true,
  },
  {
    name: "the text of a reference, in CDATA of a task",
    files: {
      "app/App.csproj": project('<Code><![CDATA[ <ProjectReference Include="../lib/Lib.csproj"/> ]]></Code>'),
    },
    want: false,
  },
  {
    name: "the name of the assembly in CDATA",
    files: {
      "app/App.csproj": project('<PackageReference Include="Acme.Own"/>'),
      "lib/Lib.csproj": project("<AssemblyName><![CDATA[Acme.Own]]></AssemblyName>"),
    },
    want: true,
  },
  {
    name: "the name of the assembly in some builds",
    files: {
      "app/App.csproj": project('<PackageReference Include="Acme.Own"/>'),
      "lib/Lib.csproj": project(`<AssemblyName Condition="'$(Old)' == 'yes'">Acme.Own</AssemblyName>`),
    },
    want: true,
  },
  {
    name: "a path with an entity",
    files: {
      "app/App.csproj": refersTo("../A&amp;B/AB.csproj"),
      "A&B/AB.csproj": refersTo("../lib/Lib.csproj"),
    },
    want: true,
  },
  {
    name: "a reference that is not a build step in some builds",
    files: {
      "app/App.csproj": project(
        `<ProjectReference Include="../lib/Lib.csproj"><ReferenceOutputAssembly Condition="'$(Old)' == 'yes'">false</ReferenceOutputAssembly></ProjectReference>`,
      ),
    },
    want: true,
  },
  {
    name: "a reference on the condition of a property that the project does not set",
    files: {
      "app/App.csproj": project(
        `<ItemGroup Label="more" Condition=" '$(UsesLib)' == 'true' "><ProjectReference Include="../lib/Lib.csproj"/></ItemGroup>`,
      ),
      "other/Other.csproj": project("<UsesLib>true</UsesLib>"),
    },
    want: false,
  },
  {
    name: "a reference that has such a condition itself",
    files: {
      "app/App.csproj": refersTo("../lib/Lib.csproj", `Condition="$(UsesLib) == true"`),
      "other/Other.csproj": project("<UsesLib>true</UsesLib>"),
    },
    want: false,
  },
  {
    name: "a reference on the condition of a property that the project sets",
    files: {
      "app/App.csproj": project(
        `<UsesLib>true</UsesLib><Choose><When Condition="'$(UsesLib)' == 'true'"><ProjectReference Include="../lib/Lib.csproj"/></When></Choose>`,
      ),
      "other/Other.csproj": project("<UsesLib>true</UsesLib>"),
    },
    want: true,
  },
  {
    name: "a reference before an element that is never closed",
    files: { "app/App.csproj": '<Project><ItemGroup><ProjectReference Include="../lib/Lib.csproj"/><Compile' },
    want: true,
  },
  {
    name: "a reference from a folder that only the build knows",
    files: { "app/App.csproj": refersTo("$(RepoRoot)lib/Lib.csproj") },
    want: true,
  },
  {
    name: "a reference of the other project of its folder",
    files: { "app/App.csproj": project(), "app/App.Old.csproj": refersTo("../lib/Lib.csproj") },
    want: true,
  },
  { name: "every project of a folder", files: { "app/App.csproj": refersTo("../**/*.csproj") }, want: true },
  {
    name: "by the name of the assembly",
    files: { "app/App.csproj": project('<PackageReference Include="Acme.Lib" Version="1.0" />') },
    want: true,
  },
  {
    name: "by the props of the folders above",
    files: {
      "app/App.csproj": project(),
      "Directory.Build.props":
        '<Project><ProjectReference Include="$(MSBuildThisFileDirectory)lib/Lib.csproj"/></Project>',
    },
    want: true,
  },
  {
    name: "the nearest props alone, unless it imports those above",
    files: {
      "app/App.csproj": project(),
      "app/Directory.Build.props": "<Project/>",
      "Directory.Build.props":
        '<Project><ProjectReference Include="$(MSBuildThisFileDirectory)lib/Lib.csproj"/></Project>',
    },
    want: false,
  },
  { name: "a file of no project", files: { "app/App.csproj": project() }, to: "shared/b.cs", want: true },
  {
    name: "a linked file of no project, from one that does not link it",
    files: { "app/App.csproj": project(), "other/Other.csproj": compiles("..\\shared\\*.cs") },
    to: "shared/b.cs",
    want: false,
  },
  { name: "a linked file", files: { "app/App.csproj": compiles("..\\lib\\b.cs") }, want: true },
  {
    name: "linked by pattern",
    files: { "app/App.csproj": compiles("..\\lib\\**\\*.cs") },
    to: "lib/in/b.cs",
    want: true,
  },
  {
    name: "a pattern of one folder",
    files: { "app/App.csproj": compiles("..\\lib\\*.cs") },
    to: "lib/in/b.cs",
    want: false,
  },
  {
    name: "left out of a pattern",
    files: { "app/App.csproj": compiles("../lib/**/*.cs", 'Exclude="../lib/in/**"') },
    to: "lib/in/b.cs",
    want: false,
  },
  {
    name: "a linked file sees what every project that links it sees",
    files: {
      "app/App.csproj": project('<Compile Include="../shared/*.cs"/><ProjectReference Include="../lib/Lib.csproj"/>'),
      "other/Other.csproj": compiles("../shared/*.cs"),
    },
    from: "shared/a.cs",
    want: false,
  },
];

describe("the projects that a source may use", () => {
  test.each(uses)("$name", ({ files, from = "app/a.cs", to = "lib/b.cs", want }) => {
    expect(projectsOf({ ...LIB, ...files }).canUse(from, to)).toBe(want);
  });
});

const BASE =
  "System System.Collections.Generic System.IO System.Linq System.Net.Http System.Threading System.Threading.Tasks";
const implicit = (value: string) => `<ImplicitUsings>${value}</ImplicitUsings>`;

const usings: { name: string; files: Record<string, string>; path?: string; want: string }[] = [
  { name: "none", files: { "app/App.csproj": project() }, want: "" },
  { name: "implicit ones", files: { "app/App.csproj": project(implicit("true")) }, want: BASE },
  {
    name: "implicit ones by the props above, and one taken away",
    files: {
      "app/App.csproj": project('<Using Remove="System.Net.Http" />'),
      "Directory.Build.props": `<Project>${implicit("enable")}</Project>`,
    },
    want: BASE.replace("System.Net.Http ", ""),
  },
  {
    name: "turned off again",
    files: {
      "app/App.csproj": project(implicit("disable")),
      "Directory.Build.props": `<Project>${implicit("enable")}</Project>`,
    },
    want: "",
  },
  {
    name: "those of an SDK",
    files: { "app/App.csproj": project(implicit("enable"), "Microsoft.NET.Sdk.Worker") },
    want: `${BASE} Microsoft.Extensions.Configuration Microsoft.Extensions.DependencyInjection Microsoft.Extensions.Hosting Microsoft.Extensions.Logging`,
  },
  {
    name: "those of an SDK in an element of its own",
    files: { "app/App.csproj": `<Project><Sdk Name="Microsoft.NET.Sdk.Worker"/>${implicit("enable")}</Project>` },
    want: `${BASE} Microsoft.Extensions.Configuration Microsoft.Extensions.DependencyInjection Microsoft.Extensions.Hosting Microsoft.Extensions.Logging`,
  },
  {
    name: "static ones and aliases",
    files: {
      "app/App.csproj": project(
        '<Using Include="System.Math" Static="true" /><Using Include="System.IO.Path" Alias="P" /><Using Include="Acme;Acme.Core" />',
      ),
    },
    want: "static System.Math, P = System.IO.Path, Acme Acme.Core",
  },
  {
    name: "in a linked file, those of every project",
    files: {
      "app/App.csproj": project('<Compile Include="../shared/*.cs"/><Using Include="A"/><Using Include="B"/>'),
      "other/Other.csproj": project('<Compile Include="../shared/*.cs"/><Using Include="B"/><Using Include="C"/>'),
    },
    path: "shared/a.cs",
    want: "B",
  },
];

describe("usings of project files", () => {
  test.each(usings)("$name", ({ files, path = "app/a.cs", want }) => {
    const written = projectsOf(files)
      .usingsOf(path)
      .map(({ kind, local, specifier }) =>
        kind === "alias" ? `${local} = ${specifier},` : kind === "static" ? `static ${specifier},` : specifier,
      );
    expect(written.join(" ")).toBe(want);
  });
});

test("two projects of one folder have the names of both, whichever is read last", () => {
  const app = { "app/App.csproj": project(), "app/App.Strong.csproj": project("<AssemblyName>Strong</AssemblyName>") };
  const seenBy = (name: string) =>
    projectsOf({ ...app, "lib/Lib.csproj": project(`<InternalsVisibleTo Include="${name}"/>`) });
  expect(["App", "Strong", "Other"].map((name) => seenBy(name).seesInternals("app/a.cs", "lib/b.cs"))).toEqual([
    true,
    true,
    false,
  ]);
  const friends = project('<InternalsVisibleTo Include="$(AssemblyName).Tests"/>');
  const tests = { "tests/App.Strong.Tests.csproj": project() };
  const shown = projectsOf({ ...tests, "app/App.csproj": project(), "app/App.Strong.csproj": friends });
  expect(shown.seesInternals("tests/a.cs", "app/b.cs")).toBe(true);
});

test("project files that are made to take for ever", () => {
  const most = 200_000;
  for (const text of [
    "<!--".repeat(most),
    `<ProjectReference${"a".repeat(most)}`,
    "<ProjectReference ".repeat(most),
    "<ProjectReference>".repeat(most),
    `<ProjectReference ${"a".repeat(most)}/>`,
    `<Using><Static>${" ".repeat(most)}</Using>`,
    `<AssemblyName>${" ".repeat(most)}`,
    "<Import ".repeat(most),
    "<ImplicitUsings ".repeat(most),
  ])
    expect(() => projectsOf({ "app/App.csproj": project(text), "Directory.Build.props": text })).not.toThrow();
  const long = `lib/${"a".repeat(250)}.cs`;
  const stars = projectsOf({ ...LIB, "app/App.csproj": compiles(`../lib/${"*a".repeat(100)}b`) });
  expect(stars.sharesProject("app/a.cs", long)).toBe(false);
});

test("a condition that some builds meet adds usings, and removes none", () => {
  const usings = (project: string) =>
    createCsharpProjects({ files: new Map([["A/A.csproj", `<Project Sdk="Microsoft.NET.Sdk">${project}</Project>`]]) })
      .usingsOf("A/a.cs")
      .map(({ specifier }) => specifier);
  const modern = `Condition="'$(TargetFramework)' == 'net8.0'"`;
  const old = `Condition="'$(TargetFramework)' == 'net472'"`;
  expect(usings(`<ItemGroup ${modern}><Using Include="A.B" /></ItemGroup>`)).toEqual(["A.B"]);
  expect(usings(`<ItemGroup><Using Include="A.B" /><Using Remove="A.B" ${old} /></ItemGroup>`)).toEqual(["A.B"]);
  expect(
    usings(`<ItemGroup><Using Include="A.B" /></ItemGroup><ItemGroup ${old}><Using Remove="A.B" /></ItemGroup>`),
  ).toEqual(["A.B"]);
  expect(usings(`<ItemGroup><Using Include="A.B" /><Using Remove="A.B" /></ItemGroup>`)).toEqual([]);
  const switched = (on: string, off: string) =>
    usings(
      `<PropertyGroup ${on}><ImplicitUsings>enable</ImplicitUsings></PropertyGroup><PropertyGroup ${off}><ImplicitUsings>disable</ImplicitUsings></PropertyGroup>`,
    );
  expect(switched(modern, old)).toContain("System.Linq");
  const chosen = `<Choose><When ${old}><ItemGroup><Using Remove="A.B" /></ItemGroup></When></Choose>`;
  expect(usings(`<ItemGroup><Using Include="A.B" /></ItemGroup>${chosen}`)).toEqual(["A.B"]);
  expect(usings(`<ImplicitUsings>enable</ImplicitUsings><ImplicitUsings ${old}>disable</ImplicitUsings>`)).toContain(
    "System.Linq",
  );
  expect(switched("", "")).toEqual([]);
});
