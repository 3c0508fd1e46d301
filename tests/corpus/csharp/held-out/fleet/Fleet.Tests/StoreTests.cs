using Fleet.Domain;
using Fleet.Storage;
using NUnit.Framework;

namespace Fleet.Tests;

[AttributeUsage(AttributeTargets.Class)]
public class AreaAttribute : Attribute
{
    public AreaAttribute(string name) => Name = name; // uses Fleet.Tests.AreaAttribute.Name

    public string Name { get; }
}

[Area("storage")] // uses Fleet.Tests.AreaAttribute
public class StoreTests
{
    [Test]
    public async Task Keeps_what_is_added()
    {
        var store = new Store<string, Truck>(); // -> Fleet.Storage.Store
        var truck = await store.GetOrAddAsync("T1", plate => new Truck(plate, 3)); // -> Fleet.Storage.Store.GetOrAddAsync(TKey, Func<TKey, TValue>); -> Fleet.Domain.Truck.Truck(string, double)
        truck.Refuel(2); // -> Fleet.Domain.Truck.Refuel(double)
        Assert.That(store["T1"]!.Wheels, Is.EqualTo(6)); // none; uses Fleet.Storage.Store.this[](TKey); uses Fleet.Domain.Truck.Wheels
        var all = store.Snapshot().ToArray(); // -> Fleet.Storage.Store.Snapshot()
        all[0].Move(Position.Origin); // -> Fleet.Domain.Vehicle.Move(Position); uses Fleet.Domain.Geo.Position.Origin
    }

    [TestCase("1,2")]
    public void Orders_by_distance(string text)
    {
        Position far = Position.Parse(text); // -> Fleet.Domain.Geo.Position.Parse(string)
        Assert.That(far > Position.Origin); // none; -> Fleet.Domain.Geo.Position.operator >(Position, Position); uses Fleet.Domain.Geo.Position.Origin
        var route = new Route(far, new(3, 4)); // -> Fleet.Domain.Geo.Route.Route(Position[]); -> Fleet.Domain.Geo.Position.Position(double, double)
        Assert.That(route[^1].DistanceTo(route.Start), Is.Not.Zero); // -> Fleet.Domain.Geo.Position.DistanceTo(Position); uses Fleet.Domain.Geo.Route.this[](Index); uses Fleet.Domain.Geo.Route.Start
        route.Nearest(far).ToString(); // -> Fleet.Domain.Geo.Route.Nearest(Position); -> Fleet.Domain.Geo.Position.ToString()
    }
}
