using System;
using System.Linq;
using Calc.Syntax;

namespace Calc.Functions;

public static class Standard
{
    extension(FunctionTable table)
    {
        public static FunctionTable Standard => new FunctionTable().AddTrigonometry().Add("pi", () => Math.PI); // -> Calc.Functions.FunctionTable; -> Calc.Functions.Standard.AddTrigonometry(FunctionTable); -> Calc.Functions.FunctionTable.Add(string, Func<double>)

        public static FunctionTable Of(params string[] names) => FunctionTable.Standard.Only(names); // -> Calc.Functions.Standard.Only(FunctionTable, string[]); uses Calc.Functions.Standard.Standard

        public FunctionTable AddTrigonometry()
        {
            table.Add("sin", One(Math.Sin)); // -> Calc.Functions.FunctionTable.Add(string, Function); -> Calc.Functions.Standard.One(Func<double, double>)
            table["cos"] = One(Math.Cos); // -> Calc.Functions.Standard.One(Func<double, double>); uses Calc.Functions.FunctionTable.this[](string)
            return table;
        }
    }

    public static FunctionTable Only(this FunctionTable table, string[] names)
    {
        var picked = new FunctionTable(); // -> Calc.Functions.FunctionTable
        foreach (var name in names.Where(name => !string.IsNullOrEmpty(name))) // none
        {
            picked[name] = table[name]; // uses Calc.Functions.FunctionTable.this[](string)
        }

        return picked;
    }

    private static Func<double[], double> One(Func<double, double> function)
    {
        return Apply; // uses Calc.Functions.Standard.One.Apply(double[])

        double Apply(double[] values) => function(values.Single()); // none
    }
}

/// <summary>Counts the nodes of a tree.</summary>
public sealed class Counter<TNode> : IVisitor<int> // implements Calc.Syntax.IVisitor
    where TNode : Node
{
    private readonly System.Collections.Generic.HashSet<TNode> _seen = new();

    public int Count(TNode node) => node.Accept(this); // -> Calc.Syntax.Node.Accept(IVisitor<TResult>)

    public int Visit(Number number) => 1; // implements Calc.Syntax.IVisitor.Visit(Number)

    public int Visit(Binary binary) => 1 + binary.Left.Accept(this) + binary.Right.Accept(this); // -> Calc.Syntax.Node.Accept(IVisitor<TResult>); uses Calc.Syntax.Binary.Left; uses Calc.Syntax.Binary.Right; implements Calc.Syntax.IVisitor.Visit(Binary)

    public int Visit(Call call) => call.Arguments.Sum(argument => argument.Accept(this)); // -> Calc.Syntax.Node.Accept(IVisitor<TResult>); uses Calc.Syntax.Call.Arguments; implements Calc.Syntax.IVisitor.Visit(Call)

    public bool Remember(TNode node) => _seen.Add(node) && Visit((dynamic)node) > 0; // none; uses Calc.Functions.Counter._seen
}
