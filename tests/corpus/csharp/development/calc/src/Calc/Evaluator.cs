using Function = System.Func<double[], double>;
using Table = Calc.Functions.FunctionTable;

namespace Calc
{
    public sealed class Evaluator : IVisitor<double> // implements Calc.Syntax.IVisitor
    {
        private static readonly Dictionary<char, Func<double, double, double>> Operators = new()
        {
            ['+'] = (a, b) => a + b,
            ['-'] = Subtract, // uses Calc.Evaluator.Subtract(double, double)
            ['/'] = delegate(double a, double b) { Require(b != 0, "division by zero"); return a / b; }, // -> Calc.Checks.Require(bool, string)
        };

        private readonly Table _functions;

        public Evaluator(Table functions) => _functions = NotNull(functions, nameof(functions)); // -> Calc.Checks.NotNull(T?, string); uses Calc.Evaluator._functions

        public double Evaluate(Node node) => node.Accept(this); // -> Calc.Syntax.Node.Accept(IVisitor<TResult>)

        public double Evaluate(string text) => Evaluate(Parser.Parse(text)); // -> Calc.Evaluator.Evaluate(Node); -> Calc.Parser.Parse(string)

        double IVisitor<double>.Visit(Number number) => number.Value; // uses Calc.Syntax.Number.Value; implements Calc.Syntax.IVisitor.Visit(Number)

        double IVisitor<double>.Visit(Binary binary) // implements Calc.Syntax.IVisitor.Visit(Binary)
        {
            var left = Evaluate(binary.Left); // -> Calc.Evaluator.Evaluate(Node); uses Calc.Syntax.Binary.Left
            var right = binary.Right.Accept(this); // -> Calc.Syntax.Node.Accept(IVisitor<TResult>); uses Calc.Syntax.Binary.Right
            return Operators[binary.Operator](left, right); // none; uses Calc.Evaluator.Operators; uses Calc.Syntax.Binary.Operator
        }

        double IVisitor<double>.Visit(Call call) // implements Calc.Syntax.IVisitor.Visit(Call)
        {
            Function function = _functions[call.Name]; // uses Calc.Evaluator._functions; uses Calc.Functions.FunctionTable.this[](string); uses Calc.Syntax.Call.Name
            var values = call.Arguments.Select(Evaluate).ToArray(); // none; uses Calc.Syntax.Call.Arguments; uses Calc.Evaluator.Evaluate(Node)
            return function(values); // none
        }

        private static double Subtract(double a, double b) => a - b;
    }
}

namespace Calc.Functions
{
    public partial class FunctionTable
    {
        private readonly Dictionary<string, Function> _byName = new(StringComparer.OrdinalIgnoreCase); // none

        public event EventHandler<FunctionTable.Added>? FunctionAdded;

        public Function this[string name]
        {
            get => Find(name) ?? throw new CalcException($"no function {name}"); // -> Calc.Functions.FunctionTable.Find(string); -> Calc.CalcException.CalcException(string)
            set => Add(name, value); // -> Calc.Functions.FunctionTable.Add(string, Function)
        }

        public bool TryGetValue(string name, out Function? function) => _byName.TryGetValue(name, out function); // none; uses Calc.Functions.FunctionTable._byName

        partial void OnAdded(string name);

        private Function? Find(string name) => TryGetValue(name, out var function) ? function : null; // -> Calc.Functions.FunctionTable.TryGetValue(string, out Function?)

        public sealed class Added(string name) : EventArgs
        {
            public string Name => name;
        }
    }
}
