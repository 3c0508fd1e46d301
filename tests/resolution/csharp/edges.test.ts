/** Edges of C# across files, by src/resolution/csharp: names, usings, overloads, bases and extension methods. */
import { describe } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

describe("edges in C#", () => {
  testEdges([
    {
      name: "a partial class over two files, a base class, namespaces from the inside out",
      files: {
        "A.cs": dedent`
        namespace N.Inner;
        public partial class C : Base { void M() { Other(); Up(); Helper.Do(); } }`,
        "B.cs": dedent`
        namespace N.Inner;
        public partial class C { void Other() {} }`,
        "Base.cs": dedent`
        namespace N;
        public class Base { protected void Up() {} }
        public static class Helper { public static void Do() {} }`,
        "X.cs": dedent`
        namespace X;
        public static class Helper { public static void Do() {} }`,
      },
      of: "A.cs",
      has: [
        "N.Inner.C.M calls B.cs#N.Inner.C.Other (exact)",
        "N.Inner.C inherits Base.cs#N.Base (import)",
        "N.Inner.C.M calls Base.cs#N.Base.Up (import)",
        "N.Inner.C.M calls Base.cs#N.Helper.Do (import)",
      ],
      hasNot: [/X\.cs/],
    },
    {
      name: "usings, global usings, aliases and using static",
      files: {
        "A.cs": dedent`
        using One;
        using Alias = Two.Thing;
        using static Three.Tools;
        namespace N;
        class C { void M() { First.Go(); Alias.Go(); Hammer(); Fourth.Go(); } }`,
        "G.cs": "global using Four;",
        "1.cs": "namespace One { public class First { public static void Go() {} } }",
        "2.cs": "namespace Two { public class Thing { public static void Go() {} } }",
        "3.cs": "namespace Three { public static class Tools { public static void Hammer() {} } }",
        "4.cs": "namespace Four { public class Fourth { public static void Go() {} } }",
      },
      of: "A.cs",
      has: [
        "N.C.M calls 1.cs#One.First.Go (import)",
        "N.C.M calls 2.cs#Two.Thing.Go (import)",
        "N.C.M calls 3.cs#Three.Tools.Hammer (import)",
        "N.C.M calls 4.cs#Four.Fourth.Go (import)",
      ],
    },
    {
      name: "a type whose namespace is not used is not bound",
      files: {
        "A.cs": "namespace N; class C { void M() { Far.Go(); } }",
        "B.cs": "namespace Other; public class Far { public static void Go() {} }",
      },
      of: "A.cs",
      has: ["N.C.M calls !Far.Go (external)"],
      hasNot: [/B\.cs/],
    },
    {
      name: "overloads by the number of arguments",
      files: {
        "A.cs":
          "class C { void M() { F(1); F(1, 2); P(1, 2, 3); } void F(int a) {} void F(int a, int b, int c = 0) {} void P(params int[] x) {} }",
      },
      of: "A.cs",
      has: ["C.M calls A.cs#C.F (exact)", "C.M calls A.cs#C.P (exact)"],
      hasNot: [/candidate/],
    },
    {
      name: "a type and a generic type of one name are two",
      files: {
        "A.cs": "namespace N; class C : Box<int> { void M() { new Box(); new Box<int>(); Box.Make(); } }",
        "B.cs": "namespace N; public class Box { public Box() {} public static void Make() {} }",
        "B1.cs": "namespace N; public class Box<T> { public Box() {} }",
      },
      of: "A.cs",
      has: [
        "N.C inherits B1.cs#N.Box (import)",
        "N.C.M calls B.cs#N.Box.Box (import)",
        "N.C.M calls B1.cs#N.Box.Box (import)",
        "N.C.M calls B.cs#N.Box.Make (import)",
      ],
      hasNot: [/candidate/],
    },
    {
      name: "extension methods of a project type and of a type outside, by the name of their receiver",
      files: {
        "A.cs": dedent`
        using Ext;
        class C { void M(Thing t, IServiceCollection s) { t.Paint(); s.AddMine(); } }
        public class Thing : IThing {}
        public interface IThing {}`,
        "E.cs":
          "namespace Ext; public static class E { public static void Paint(this IThing t) {} public static void AddMine(this IServiceCollection s) {} }",
      },
      of: "A.cs",
      has: ["C.M calls E.cs#Ext.E.Paint (import)", "C.M calls E.cs#Ext.E.AddMine (import)"],
    },
    {
      name: "class, interface and external bases",
      files: {
        "A.cs": dedent`
        class Base {}
        interface IOne {}
        interface ITwo : IOne {}
        class C : Base, IOne, IDisposable {}
        class D : DbContext {}`,
      },
      of: "A.cs",
      has: [
        "C inherits A.cs#Base (exact)",
        "C implements A.cs#IOne (exact)",
        "C implements !IDisposable (external)",
        "ITwo extends A.cs#IOne (exact)",
        "D inherits !DbContext (external)",
      ],
    },
    {
      name: "only `override` overrides a class's member; an interface's is implemented by any",
      files: {
        "A.cs": dedent`
        class B { public virtual void F() {} public void G() {} }
        interface I { void H(); }
        class C : B, I { public override void F() {} public new void G() {} public void H() {} }`,
      },
      of: "A.cs",
      has: ["C.F overrides A.cs#B.F (exact)", "C.H overrides A.cs#I.H (exact)"],
      hasNot: ["C.G overrides A.cs#B.G (exact)"],
    },
  ]);
});
