using System.Collections.Concurrent;
using Fleet.Domain;
using Snapshot = (string Key, Fleet.Domain.Geo.Position At);

[assembly: System.Runtime.CompilerServices.InternalsVisibleTo("Fleet.Tests")]

namespace Fleet.Storage;

public interface IStore<TKey, TValue>
    where TKey : notnull
    where TValue : class
{
    TValue? this[TKey key] { get; }

    bool TryGet(TKey key, out TValue? value);

    ValueTask<TValue> GetOrAddAsync(TKey key, Func<TKey, TValue> make);

    IReadOnlyCollection<TValue> Snapshot();
}

internal sealed class Store<TKey, TValue> : IStore<TKey, TValue> // implements Fleet.Storage.IStore
    where TKey : notnull
    where TValue : class
{
    private readonly ConcurrentDictionary<TKey, TValue> _values = new();

    public TValue? this[TKey key] => TryGet(key, out var value) ? value : null; // -> Fleet.Storage.Store.TryGet(TKey, out TValue?); implements Fleet.Storage.IStore.this[](TKey)

    public bool TryGet(TKey key, out TValue? value) => _values.TryGetValue(key, out value); // none; uses Fleet.Storage.Store._values; implements Fleet.Storage.IStore.TryGet(TKey, out TValue?)

    public ValueTask<TValue> GetOrAddAsync(TKey key, Func<TKey, TValue> make) => new(_values.GetOrAdd(key, make)); // none; uses Fleet.Storage.Store._values; implements Fleet.Storage.IStore.GetOrAddAsync(TKey, Func<TKey, TValue>)

    public IReadOnlyCollection<TValue> Snapshot() => _values.Values.ToList(); // none; uses Fleet.Storage.Store._values; implements Fleet.Storage.IStore.Snapshot()
}

public static class Stores
{
    public static IStore<string, Vehicle> Vehicles { get; } = Create<Vehicle>(); // -> Fleet.Storage.Stores.Create()

    public static IStore<string, T> Create<T>()
        where T : class
    {
        return new Store<string, T>(); // -> Fleet.Storage.Store
    }

    public static IEnumerable<Vehicle> Near(this IStore<string, Vehicle> store, Position center, double within)
    {
        var rule = new Near(center, within) & new Low(); // -> Fleet.Domain.Near.Near(Position, double); -> Fleet.Domain.Specification.operator &(Specification<T>, Specification<T>); -> Fleet.Domain.Low
        return rule.Filter(store.Snapshot()); // -> Fleet.Domain.Specification.Filter(IEnumerable<T>); -> Fleet.Storage.IStore.Snapshot()
    }

    public static void Each<TValue>(this IStore<string, TValue> store, Action<TValue> action)
        where TValue : class
    {
        foreach (var value in store.Snapshot()) // -> Fleet.Storage.IStore.Snapshot()
        {
            action(value); // none
        }
    }
}
