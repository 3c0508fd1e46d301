namespace Calc;

internal static class Checks
{
    public static T NotNull<T>(T? value, string name)
        where T : class
        => value ?? throw new ArgumentNullException(name); // none

    public static void Require(bool condition, string message)
    {
        if (!condition)
        {
            throw new CalcException(message); // -> Calc.CalcException.CalcException(string)
        }
    }
}

public class CalcException : Exception
{
    public CalcException(string message)
        : this(message, null) // -> Calc.CalcException.CalcException(string, Exception?)
    {
    }

    public CalcException(string message, Exception? inner)
        : base(message, inner) // none
    {
    }
}
