namespace Notes.Commands;

public delegate Task Step(Context context);

public sealed class Context(Note root, IReadOnlyList<string> arguments)
{
    public Note Root { get; set; } = root;

    public TextWriter Out { get; init; } = Console.Out;

    public IReadOnlyList<string> Arguments => arguments;

    public T? Get<T>(int at, Func<string, T> convert) => at < arguments.Count ? convert(arguments[at]) : default; // none

    public void Deconstruct(out Note root, out TextWriter writer) => (root, writer) = (Root, Out); // uses Notes.Commands.Context.Root; uses Notes.Commands.Context.Out
}

public interface IMiddleware
{
    Task InvokeAsync(Context context, Step next);
}

/// <summary>Steps, one around the other.</summary>
public class Pipeline
{
    private readonly List<Func<Step, Step>> _parts = [];

    public static Pipeline Default { get; } = new Pipeline().Use<Timing>().Use(Guard); // -> Notes.Commands.Pipeline; -> Notes.Commands.Pipeline.Use(); -> Notes.Commands.Pipeline.Use(Func<Context, Step, Task>); uses Notes.Commands.Pipeline.Guard(Context, Step)

    public Pipeline Use<T>()
        where T : IMiddleware, new()
    {
        return Use((context, next) => new T().InvokeAsync(context, next)); // -> Notes.Commands.Pipeline.Use(Func<Context, Step, Task>); -> Notes.Commands.IMiddleware.InvokeAsync(Context, Step)
    }

    public Pipeline Use(Func<Context, Step, Task> part)
    {
        _parts.Add(next => context => part(context, next)); // none; uses Notes.Commands.Pipeline._parts
        return this;
    }

    public Step Build(Step last)
    {
        Step step = last;
        for (var at = _parts.Count - 1; at >= 0; at--) // uses Notes.Commands.Pipeline._parts
        {
            step = _parts[at](step); // none; uses Notes.Commands.Pipeline._parts
        }

        return step;
    }

    public async Task RunAsync(Context context, ICommand command)
    {
        var run = Build(command.ExecuteAsync); // -> Notes.Commands.Pipeline.Build(Step); uses Notes.Commands.ICommand.ExecuteAsync(Context)
        await run(context).ConfigureAwait(false); // none
    }

    private static async Task Guard(Context context, Step next)
    {
        try
        {
            await next(context); // none
        }
        catch (NoteException e) when (e.Why is NoteException.Reason.Missing) // uses Notes.NoteException.Why; uses Notes.NoteException.Reason.Missing
        {
            await context.Out.WriteLineAsync(e.Message); // none; uses Notes.Commands.Context.Out
        }
    }

    private class Timing : IMiddleware // implements Notes.Commands.IMiddleware
    {
        public async Task InvokeAsync(Context context, Step next) // implements Notes.Commands.IMiddleware.InvokeAsync(Context, Step)
        {
            var watch = System.Diagnostics.Stopwatch.StartNew(); // none
            await next(context); // none
            context.Out.WriteLine(watch.Elapsed); // none; uses Notes.Commands.Context.Out
        }
    }
}
