using System.Xml.Linq;

namespace Relay;

public class Uses
{
    private readonly Runner runner = new(); // -> Relay.Runner
    private readonly List<int> kept = new(); // none
    private int tries;

    private Task PingAsync() => Task.CompletedTask;
    private Task<int> CountAsync(int seed) => Task.FromResult(seed); // none
    private void Note() { }

    public async Task Tasks(Func<Task<string>> load, bool fails)
    {
        await runner.RunAsync(() => PingAsync()); // -> Relay.Runner.RunAsync(Func<Task>); -> Relay.Uses.PingAsync
        await runner.RunAsync(() => CountAsync(1)); // -> Relay.Runner.RunAsync(Func<Task<T>>); -> Relay.Uses.CountAsync
        await runner.RunAsync(async () => await PingAsync()); // -> Relay.Runner.RunAsync(Func<Task>); -> Relay.Uses.PingAsync
        await runner.RunAsync(async () => await CountAsync(1)); // -> Relay.Runner.RunAsync(Func<Task<T>>); -> Relay.Uses.CountAsync
        await runner.RunAsync(async () => { await PingAsync(); }); // -> Relay.Runner.RunAsync(Func<Task>); -> Relay.Uses.PingAsync
        await runner.RunAsync(async () => { await PingAsync(); return 1; }); // -> Relay.Runner.RunAsync(Func<Task<T>>); -> Relay.Uses.PingAsync
        await runner.RunAsync(seed => CountAsync(seed), 3); // -> Relay.Runner.RunAsync(Func<int, Task<T>>, int); -> Relay.Uses.CountAsync
        await runner.RunAsync(async seed => { await CountAsync(seed); }, 3); // -> Relay.Runner.RunAsync(Func<int, Task>, int); -> Relay.Uses.CountAsync
        await runner.RunAsync(() => load()); // -> Relay.Runner.RunAsync(Func<Task<T>>)
        await runner.RunAsync(load); // -> Relay.Runner.RunAsync(Func<Task<T>>)
    }

    public void Functions(Action given)
    {
        runner.Run(() => Note()); // -> Relay.Runner.Run(Action); -> Relay.Uses.Note
        runner.Run(() => given()); // -> Relay.Runner.Run(Action)
        runner.Run(() => throw new InvalidOperationException()); // -> Relay.Runner.Run(Action)
        runner.Run(() => tries++); // -> Relay.Runner.Run(Func<T>)
        runner.Run(() => kept.Add(1)); // -> Relay.Runner.Run(Action)
        runner.Run(() => { if (tries > 3) throw new InvalidOperationException(); Note(); }); // -> Relay.Runner.Run(Action); -> Relay.Uses.Note
        runner.Run(() => { if (tries > 3) { return 1; } throw new InvalidOperationException(); }); // -> Relay.Runner.Run(Func<T>)
    }

    public void Values(Box<string> box, Box<int> other, Box<string>? none, Exception error, DateTime? when, XElement node, object any)
    {
        runner.Store(1); // -> Relay.Runner.Store(int)
        runner.Store(box.Size); // -> Relay.Runner.Store(int?)
        runner.Store(box.Size ?? 0); // -> Relay.Runner.Store(int)
        runner.Store(none?.Content.Length); // -> Relay.Runner.Store(int?)
        runner.Store(when); // -> Relay.Runner.Store(object)
        runner.Store(when!.Value); // -> Relay.Runner.Store(DateTime)
        runner.Store(DateTime.UtcNow.AddDays(1)); // -> Relay.Runner.Store(DateTime)
        runner.Store(error.InnerException!); // -> Relay.Runner.Store(Exception)
        runner.Store(error.InnerException!.Message); // -> Relay.Runner.Store(string)
        runner.Store(any.GetType()); // -> Relay.Runner.Store(Type)
        runner.Store(any.GetType().Name.Length); // -> Relay.Runner.Store(int)
        runner.Same("a", "b"); // -> Relay.Runner.Same(T, T)
        runner.Same("a", any); // -> Relay.Runner.Same(object, object)
        runner.Same(1, "b"); // -> Relay.Runner.Same(object, object)
        runner.Same(null!, error); // -> Relay.Runner.Same(T, T)
        runner.Each(1, 2); // -> Relay.Runner.Each(T[])
        runner.Each(kept); // -> Relay.Runner.Each(T[])
        runner.Name(box); // -> Relay.Runner.Name(Box<string>)
        runner.Name(other); // -> Relay.Runner.Name(Box<T>)
        box.Size.Show(); // -> Relay.Numbers.Show(int?)
        kept.Count.Show(); // -> Relay.Numbers.Show(int)
        node.Name.LocalName.Plain(); // -> Relay.Numbers.Plain
    }
}
