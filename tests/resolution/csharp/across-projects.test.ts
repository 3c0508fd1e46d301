/** C#: which project a name or an extension method comes from. */
import { describe, expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

const PROJECT = "<Project/>";
const project = (inside: string) => `<Project>${inside}</Project>`;
const TYPE_HELP = "static class Help { public static bool IsOpen(this Type type) => true; }";

describe("types of other projects", () => {
  test("an attribute that a project without a reference to it declares is not meant", () => {
    const sample = programOf({
      "app/App.csproj": PROJECT,
      "app/Use.cs": dedent`
        using Marks;
        class Use { [Mark] void M() {} }`,
      "tool/Tool.csproj": PROJECT,
      "tool/Mark.cs": dedent`
        namespace Marks;
        sealed class MarkAttribute : Attribute {}`,
    });
    expect(edgesOf(sample, "app/Use.cs").filter((edge) => edge.includes("Mark.cs#Marks.Mark"))).toEqual([]);
  });

  test("of two that are visible, the project's own", () => {
    const sample = programOf({
      "app/App.csproj": project('<ProjectReference Include="..\\lib\\Lib.csproj" />'),
      "app/Log.cs": dedent`
        namespace Shop;
        public class Log {}`,
      "app/Use.cs": dedent`
        namespace Shop;
        class Use { Log log; }`,
      "lib/Lib.csproj": PROJECT,
      "lib/Log.cs": dedent`
        namespace Shop;
        public class Log {}`,
    });
    expect(edgesOf(sample, "app/Use.cs", ["references"])).toEqual([
      "Shop.Use.log references app/Log.cs#Shop.Log (import)",
    ]);
  });
});

describe("types of a name in several namespaces", () => {
  const files = (use: string) => ({
    "app/App.csproj": project('<ProjectReference Include="..\\lib\\Lib.csproj" />'),
    "app/Global.cs": "global using Shop.Views;\nglobal using Shop.Model;",
    "app/Views.cs": dedent`
      namespace Shop.Views;
      public record Order {}`,
    "app/Use.cs": use,
    "lib/Lib.csproj": PROJECT,
    "lib/Order.cs": dedent`
      namespace Shop.Model;
      public class Order { public void Ship() {} }`,
  });

  test("a using of the file goes before a global one, also of the own project", () => {
    const use = dedent`
      namespace Shop.Commands;
      using Shop.Model;
      class Use { void M() { new Order().Ship(); } }`;
    expect(edgesOf(programOf(files(use)), "app/Use.cs", ["calls"])).toContain(
      "Shop.Commands.Use.M calls lib/Order.cs#Shop.Model.Order.Ship (import)",
    );
  });

  test("a namespace around the file goes before either", () => {
    const use = dedent`
      namespace Shop.Views;
      using Shop.Model;
      class Use { Order order; }`;
    expect(edgesOf(programOf(files(use)), "app/Use.cs", ["references"])).toContain(
      "Shop.Views.Use.order references app/Views.cs#Shop.Views.Order (import)",
    );
  });
});

describe("extension methods", () => {
  const use = "class Use { void M(Type type) { type.IsOpen(); } }";

  test("in a namespace of the implicit usings, in a file that projects link", () => {
    const linking = project('<ImplicitUsings>enable</ImplicitUsings><Compile Include="..\\shared\\*.cs" />');
    const sample = programOf({
      "app/App.csproj": linking,
      "app/Use.cs": use,
      "lib/Lib.csproj": linking,
      "shared/Help.cs": dedent`
        namespace System;
        internal ${TYPE_HELP}`,
    });
    expect(edgesOf(sample, "app/Use.cs", ["calls"])).toEqual([
      "Use.M calls shared/Help.cs#System.Help.IsOpen (import)",
    ]);
  });

  test("of a project that is not referred to are not meant, and the project's own come before another's internal ones", () => {
    const files = {
      "app/App.csproj": PROJECT,
      "app/Help.cs": dedent`
        namespace A;
        internal ${TYPE_HELP}`,
      "app/Use.cs": dedent`
        using A;
        ${use}`,
      "lib/Lib.csproj": PROJECT,
      "lib/Help.cs": dedent`
        namespace A;
        internal ${TYPE_HELP.replace("Help", "LibHelp")}`,
    };
    const own = ["Use.M calls app/Help.cs#A.Help.IsOpen (import)"];
    expect(edgesOf(programOf(files), "app/Use.cs", ["calls"])).toEqual(own);
    const referring = project('<ProjectReference Include="../lib/Lib.csproj" />');
    expect(edgesOf(programOf({ ...files, "app/App.csproj": referring }), "app/Use.cs", ["calls"])).toEqual(own);
    const open = {
      ...files,
      "app/App.csproj": referring,
      "lib/Help.cs": dedent`
        namespace A;
        public ${TYPE_HELP.replace("Help", "LibHelp")}`,
    };
    expect(edgesOf(programOf(open), "app/Use.cs", ["calls"])).toEqual([
      "Use.M calls app/Help.cs#A.Help.IsOpen (candidate)",
      "Use.M calls lib/Help.cs#A.LibHelp.IsOpen (candidate)",
    ]);
  });

  test("`using static` brings those of its type alone", () => {
    const sample = programOf({
      "Help.cs": dedent`
        namespace A;
        public ${TYPE_HELP}`,
      "One.cs": dedent`
        using static A.Help;
        ${use}`,
      "Two.cs": dedent`
        using static A.Other;
        ${use}`,
    });
    expect(edgesOf(sample, "One.cs", ["calls"])).toEqual(["Use.M calls Help.cs#A.Help.IsOpen (import)"]);
    expect(edgesOf(sample, "Two.cs", ["calls"])).toEqual(["Use.M calls !Type.IsOpen (external)"]);
  });

  test("on a delegate", () => {
    const source = dedent`
      delegate int Maker();
      static class Help { public static void Run(this Maker maker) {} }
      class Use { void M(Maker maker) { maker.Run(); } }`;
    expect(edgesOf(programOf({ "A.cs": source }), "A.cs", ["calls"])).toEqual(["Use.M calls A.cs#Help.Run (import)"]);
  });
});

describe("calls on values from outside the project", () => {
  const help = dedent`
    public ${TYPE_HELP}
    public class Door { public void Shut() {} }
    public static class More { public static void Shut(this Type type) {} }`;
  const cases: { name: string; body: string; want: string }[] = [
    { name: "of the type that is extended", body: "Type t = null; t.IsOpen();", want: "Help.cs#Help.IsOpen (import)" },
    {
      name: "of another type, which may have it as a base",
      body: "TypeDelegator t = null; t.IsOpen();",
      want: "?IsOpen (unresolved)",
    },
    {
      name: "of a type that has it as a base",
      body: "TypeInfo t = null; t.IsOpen();",
      want: "Help.cs#Help.IsOpen (import)",
    },
    {
      name: "of a type that is not known",
      body: "Expression e = null; e.Kind.IsOpen();",
      want: "Help.cs#Help.IsOpen (unique)",
    },
    {
      name: "of a type that is not known, where members of the project have the name",
      body: "Expression e = null; e.Kind.Shut();",
      want: "?Shut (unresolved)",
    },
    { name: "no value but a type", body: "Assembly.IsOpen();", want: "!Assembly.IsOpen (external)" },
    {
      name: "a method that nothing in the project is called like",
      body: "TypeInfo t = null; t.IsPublic();",
      want: "!TypeInfo.IsPublic (external)",
    },
  ];
  test.each(cases)("$name", ({ body, want }) => {
    const sample = programOf({ "Help.cs": help, "Use.cs": `class Use { void M() { ${body} } }` });
    expect(edgesOf(sample, "Use.cs", ["calls"])).toEqual([`Use.M calls ${want}`]);
  });

  test("are resolved again when the project declares the type that is extended", () => {
    const sample = programOf({
      "Help.cs": `public ${TYPE_HELP}`,
      "Use.cs": "class Use { void M() { Expression e = null; e.Kind.IsOpen(); } }",
    });
    sample.program.settle();
    put(sample, "Type.cs", "public class Type {}");
    expect(sample.program.affected()).toContain("Use.cs");
  });
});

describe("Directory.Build.targets", () => {
  const targets = `<Project>
    <ItemGroup Condition="'$(IncludeTools)' == 'true'"><Using Include="Acme.Tools" /></ItemGroup>
    <ItemGroup Condition="'$(IsTestProject)' == 'true'"><Using Include="Acme.Tests" /></ItemGroup>
  </Project>`;
  const project = (inside: string) => `<Project Sdk="Microsoft.NET.Sdk">${inside}</Project>`;
  const sample = programOf({
    "Directory.Build.targets": targets,
    "a/A.csproj": project("<PropertyGroup><IncludeTools>true</IncludeTools></PropertyGroup>"),
    "b/B.csproj": project('<ItemGroup><ProjectReference Include="../a/A.csproj" /></ItemGroup>'),
    "a/Tool.cs": "namespace Acme.Tools { public class Tool { public static void Go() {} } }",
    "a/Test.cs": "namespace Acme.Tests { public class Test { public static void Run() {} } }",
    "a/Use.cs": "class Use { void M() { Tool.Go(); } }",
    "b/Use.cs": "class Use { void M() { Tool.Go(); Test.Run(); } }",
  });

  test("has usings for the projects that want them", () => {
    expect(edgesOf(sample, "a/Use.cs", ["calls"])).toEqual(["Use.M calls a/Tool.cs#Acme.Tools.Tool.Go (import)"]);
  });

  test("has none for a project that does not, unless that may be said elsewhere", () => {
    const calls = edgesOf(sample, "b/Use.cs", ["calls"]);
    expect(calls).toContain("Use.M calls a/Test.cs#Acme.Tests.Test.Run (import)");
    expect(calls).not.toContain("Use.M calls a/Tool.cs#Acme.Tools.Tool.Go (import)");
  });
});
