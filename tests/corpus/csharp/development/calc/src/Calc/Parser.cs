namespace Calc;

/// <summary>A recursive descent parser.</summary>
public ref struct Parser
{
    private readonly ReadOnlySpan<char> _text;
    private int _at;

    private Parser(ReadOnlySpan<char> text) => _text = text; // uses Calc.Parser._text

    private enum Kind
    {
        End,
        Digit,
        Letter,
        Other,
    }

    public static Node Parse(string text)
    {
        var parser = new Parser(text); // -> Calc.Parser.Parser(ReadOnlySpan<char>)
        var node = parser.Sum(); // -> Calc.Parser.Sum()
        Require(parser.Peek() == Kind.End, "rest"); // -> Calc.Checks.Require(bool, string); -> Calc.Parser.Peek(); uses Calc.Parser.Kind.End
        return node;
    }

    public static bool TryParse(string text, out Node? node)
    {
        try
        {
            node = Parse(text); // -> Calc.Parser.Parse(string)
            return true;
        }
        catch (CalcException)
        {
            node = default;
            return false;
        }
    }

    private Node Sum()
    {
        var left = Atom(); // -> Calc.Parser.Atom()
        while (Accept('+')) // -> Calc.Parser.Accept(char)
        {
            left = left + Atom(); // -> Calc.Syntax.Node.operator +(Node, Node); -> Calc.Parser.Atom()
        }

        return Accept('-') ? -left : left; // -> Calc.Parser.Accept(char); -> Calc.Syntax.Node.operator -(Node)
    }

    private Node Atom()
    {
        switch (Peek()) // -> Calc.Parser.Peek()
        {
            case Kind.Digit: // uses Calc.Parser.Kind.Digit
                return new Number(double.Parse(While(char.IsDigit))); // -> Calc.Syntax.Number.Number(double); -> Calc.Parser.While(Func<char, bool>)
            case Kind.Letter: // uses Calc.Parser.Kind.Letter
                return Invocation(While(char.IsLetter).ToString()); // -> Calc.Parser.Invocation(string); -> Calc.Parser.While(Func<char, bool>)
            default:
                throw new CalcException("unexpected", new FormatException()); // -> Calc.CalcException.CalcException(string, Exception?)
        }
    }

    private Node Invocation(string name)
    {
        var arguments = new List<Node>(); // none
        if (Accept('(')) // -> Calc.Parser.Accept(char)
        {
            do
            {
                arguments.Add(Sum()); // -> Calc.Parser.Sum()
            }
            while (Accept(',')); // -> Calc.Parser.Accept(char)
            Require(Accept(')'), nameof(Invocation)); // -> Calc.Checks.Require(bool, string); -> Calc.Parser.Accept(char); uses Calc.Parser.Invocation(string)
        }

        return new Call(name, arguments.ToArray()); // -> Calc.Syntax.Call.Call(string, Node[])
    }

    private bool Accept(char wanted)
    {
        if (_at >= _text.Length || _text[_at] != wanted) // uses Calc.Parser._at; uses Calc.Parser._text
        {
            return false;
        }

        _at++; // uses Calc.Parser._at
        return true;
    }

    private Kind Peek()
    {
        if (_at == _text.Length) // uses Calc.Parser._at; uses Calc.Parser._text
        {
            return Kind.End; // uses Calc.Parser.Kind.End
        }

        var next = _text[_at]; // uses Calc.Parser._at; uses Calc.Parser._text
        return char.IsDigit(next) ? Kind.Digit : char.IsLetter(next) ? Kind.Letter : Kind.Other; // none; uses Calc.Parser.Kind.Digit; uses Calc.Parser.Kind.Letter; uses Calc.Parser.Kind.Other
    }

    private ReadOnlySpan<char> While(Func<char, bool> test)
    {
        var start = _at; // uses Calc.Parser._at
        while (_at < _text.Length && test(_text[_at])) // none; uses Calc.Parser._at; uses Calc.Parser._text
        {
            _at++; // uses Calc.Parser._at
        }

        return _text.Slice(start, _at - start); // none; uses Calc.Parser._at; uses Calc.Parser._text
    }
}
