using System;
using Calc;
using Calc.Functions;
using Calc.Syntax;
using Xunit;

namespace Calc.Tests;

[Trait("kind", "unit")]
public class EvaluatorTests
{
    private readonly Evaluator _evaluator = new(FunctionTable.Standard); // -> Calc.Evaluator.Evaluator(Table); uses Calc.Functions.Standard.Standard

    [Theory]
    [InlineData("1+2", 3)]
    public void Adds(string text, double expected)
    {
        var actual = _evaluator.Evaluate(text); // -> Calc.Evaluator.Evaluate(string); uses Calc.Tests.EvaluatorTests._evaluator
        Assert.Equal(expected, actual); // none
        var node = Parser.Parse(text); // -> Calc.Parser.Parse(string)
        Assert.Equal(expected, _evaluator.Evaluate(node)); // -> Calc.Evaluator.Evaluate(Node); uses Calc.Tests.EvaluatorTests._evaluator
    }

    [Fact]
    public void Checks_say_what_failed()
    {
        var error = Assert.Throws<CalcException>(() => Checks.Require(false, "no")); // -> Calc.Checks.Require(bool, string)
        Assert.Equal("no", error.Message); // none
    }

    [Fact]
    public void Knows_what_was_added()
    {
        string? added = null;
        var table = FunctionTable.Of("sin"); // -> Calc.Functions.Standard.Of(string[])
        table.FunctionAdded += (_, e) => added = e.Name; // uses Calc.Functions.FunctionTable.FunctionAdded; uses Calc.Functions.FunctionTable.Added.Name
        table.Add("one", () => 1).Add("two", values => values.Length); // -> Calc.Functions.FunctionTable.Add(string, Func<double>); -> Calc.Functions.FunctionTable.Add(string, Function)
        Assert.True(table.TryGetValue("one", out _)); // -> Calc.Functions.FunctionTable.TryGetValue(string, out Function?)
    }

    [Fact]
    public void Counts()
    {
        if (Parser.TryParse("f(1)", out var node) && node is Call call) // -> Calc.Parser.TryParse(string, out Node?)
        {
            var counter = new Counter<Call>(); // -> Calc.Functions.Counter
            Assert.Equal(2, counter.Count(call)); // -> Calc.Functions.Counter.Count(TNode)
            call[0].Accept(counter); // -> Calc.Syntax.Node.Accept(IVisitor<TResult>); uses Calc.Syntax.Call.this[](int)
        }
    }
}
