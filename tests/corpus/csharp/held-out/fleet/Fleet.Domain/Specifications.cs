using System.Linq.Expressions;

namespace Fleet.Domain;

/// <summary>A rule that things fit or not.</summary>
public abstract class Specification<T>
{
    public static Specification<T> operator &(Specification<T> left, Specification<T> right) => new Both(left, right); // -> Fleet.Domain.Specification.Both.Both(Specification<T>, Specification<T>)

    public abstract bool IsMetBy(T item);

    public IEnumerable<T> Filter(IEnumerable<T> items) => items.Where(IsMetBy); // none; uses Fleet.Domain.Specification.IsMetBy(T)

    public T? FirstOf(IEnumerable<T> items)
    {
        foreach (var item in Filter(items)) // -> Fleet.Domain.Specification.Filter(IEnumerable<T>)
        {
            return item;
        }

        return default;
    }

    private sealed class Both(Specification<T> left, Specification<T> right) : Specification<T> // implements Fleet.Domain.Specification
    {
        public override bool IsMetBy(T item) => left.IsMetBy(item) && right.IsMetBy(item); // -> Fleet.Domain.Specification.IsMetBy(T); implements Fleet.Domain.Specification.IsMetBy(T)
    }
}

public sealed class Near : Specification<Vehicle> // implements Fleet.Domain.Specification
{
    private readonly Func<Vehicle, bool> _test;

    public Near(Position center, double within)
        : this(vehicle => vehicle.Where().DistanceTo(center) < within) // -> Fleet.Domain.Near.Near(Func<Vehicle, bool>); -> Fleet.Domain.Vehicle.Where(); -> Fleet.Domain.Geo.Position.DistanceTo(Position)
    {
    }

    private Near(Func<Vehicle, bool> test) => _test = test; // uses Fleet.Domain.Near._test

    public override bool IsMetBy(Vehicle item) => _test(item); // -> Fleet.Domain.Near._test; implements Fleet.Domain.Specification.IsMetBy(T)
}

public sealed class Low : Specification<Vehicle> // implements Fleet.Domain.Specification
{
    public override bool IsMetBy(Vehicle item) => item is IFuelled fuelled && fuelled.IsLow(); // -> Fleet.Domain.IFuelled.IsLow(); implements Fleet.Domain.Specification.IsMetBy(T)
}
