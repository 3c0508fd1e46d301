namespace Calc.Functions;

using Function = Func<double[], double>;

public partial class FunctionTable
{
    public FunctionTable Add(string name, Function function)
    {
        _byName[name] = function; // uses Calc.Functions.FunctionTable._byName
        OnAdded(name); // -> Calc.Functions.FunctionTable.OnAdded(string)
        FunctionAdded?.Invoke(this, new Added(name)); // none; -> Calc.Functions.FunctionTable.Added.Added(string); uses Calc.Functions.FunctionTable.FunctionAdded
        return this;
    }

    public FunctionTable Add(string name, Func<double> constant) => Add(name, _ => constant()); // -> Calc.Functions.FunctionTable.Add(string, Function)

    partial void OnAdded(string name) => Trace(name); // -> Calc.Functions.FunctionTable.Trace(object)

    private static void Trace(object what) => System.Diagnostics.Trace.WriteLine(what); // none
}
