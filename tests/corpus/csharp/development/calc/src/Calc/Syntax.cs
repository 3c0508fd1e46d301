namespace Calc.Syntax;

public interface IVisitor<out TResult>
{
    TResult Visit(Number number);

    TResult Visit(Binary binary);

    TResult Visit(Call call);
}

public abstract record Node
{
    public abstract TResult Accept<TResult>(IVisitor<TResult> visitor);

    public static Node operator +(Node left, Node right) => new Binary('+', left, right); // -> Calc.Syntax.Binary.Binary(char, Node, Node)

    public static Node operator -(Node node) => new Binary('-', Number.Zero, node); // -> Calc.Syntax.Binary.Binary(char, Node, Node); uses Calc.Syntax.Number.Zero

    public static explicit operator double(Node node) => node is Number { Value: var value } ? value : double.NaN; // uses Calc.Syntax.Number.Value
}

public sealed record Number(double Value) : Node // implements Calc.Syntax.Node
{
    public static readonly Number Zero = new Number(0); // -> Calc.Syntax.Number.Number(double)

    public override TResult Accept<TResult>(IVisitor<TResult> visitor) => visitor.Visit(this); // -> Calc.Syntax.IVisitor.Visit(Number); implements Calc.Syntax.Node.Accept(IVisitor<TResult>)
}

public sealed record Binary(char Operator, Node Left, Node Right) : Node // implements Calc.Syntax.Node
{
    public override TResult Accept<TResult>(IVisitor<TResult> visitor) => visitor.Visit(this); // -> Calc.Syntax.IVisitor.Visit(Binary); implements Calc.Syntax.Node.Accept(IVisitor<TResult>)
}

public sealed record Call(string Name, params Node[] Arguments) : Node // implements Calc.Syntax.Node
{
    public Node this[int index] => Arguments[index]; // uses Calc.Syntax.Call.Arguments

    public override TResult Accept<TResult>(IVisitor<TResult> visitor) => visitor.Visit(this); // -> Calc.Syntax.IVisitor.Visit(Call); implements Calc.Syntax.Node.Accept(IVisitor<TResult>)
}
