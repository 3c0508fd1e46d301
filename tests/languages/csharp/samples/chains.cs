using Alias = Lib.Tools.Helper;
class Chains
{
    Chains next; Chains Next() => next; static Chains Root;
    void Run()
    {
        next.next.Next().Run(); next?.Next()?.Run(); this.next.Run(); Root.Run(); Chains.Root.Run();
        System.Console.WriteLine(int.Parse("1")); global::System.Console.Beep(); Alias.Go(); Alias.Value.Go();
        List<Chains>.Create().Add(next); Generic<Chains>(1); this.Generic<int>(2); items[0].Run(); (await Later()).Run();
        (next ?? Root).Run(); var f = next.Run; f(); Handler += OnEvent; Handler?.Invoke(this, next); Missing(next.Value);
    }
    void Generic<T>(T value) { T.Parse(value); value.Go(); typeof(T).Run(); }
    event Action Handler; void OnEvent() { }
    async Task<Chains> Later() { var x = await Later(); x.Run(); return x; }
}
