namespace Fleet.Domain;

public interface ITrackable
{
    string Key { get; }

    Position Where();

    void Move(Position to);
}

public interface IFuelled
{
    double Level { get; }

    void Refuel(double amount);

    bool IsLow() => Level < Limits.Reserve; // uses Fleet.Domain.IFuelled.Level; uses Fleet.Domain.IFuelled.Limits.Reserve

    public static class Limits
    {
        public const double Reserve = 5;
    }
}

public abstract class Vehicle(string plate) : ITrackable // implements Fleet.Domain.ITrackable
{
    private Position _position = Position.Origin; // uses Fleet.Domain.Geo.Position.Origin

    public event EventHandler<MovedEventArgs> Moved = delegate { };

    public string Plate => plate;

    string ITrackable.Key => Plate; // uses Fleet.Domain.Vehicle.Plate; implements Fleet.Domain.ITrackable.Key

    public abstract int Wheels { get; }

    public virtual Position Where() => _position; // uses Fleet.Domain.Vehicle._position; implements Fleet.Domain.ITrackable.Where()

    public void Move(Position to) // implements Fleet.Domain.ITrackable.Move(Position)
    {
        var before = Where(); // -> Fleet.Domain.Vehicle.Where()
        _position = to; // uses Fleet.Domain.Vehicle._position
        OnMoved(new MovedEventArgs(before, to)); // -> Fleet.Domain.Vehicle.OnMoved(MovedEventArgs); -> Fleet.Domain.Vehicle.MovedEventArgs.MovedEventArgs(Position, Position)
    }

    protected virtual void OnMoved(MovedEventArgs e) => Moved(this, e); // -> Fleet.Domain.Vehicle.Moved

    public class MovedEventArgs : EventArgs
    {
        public MovedEventArgs(Position from, Position to)
        {
            From = from; // uses Fleet.Domain.Vehicle.MovedEventArgs.From
            To = to; // uses Fleet.Domain.Vehicle.MovedEventArgs.To
        }

        public Position From { get; }

        public Position To { get; }

        public double Distance => From - To; // -> Fleet.Domain.Geo.Position.operator -(Position, Position); uses Fleet.Domain.Vehicle.MovedEventArgs.From; uses Fleet.Domain.Vehicle.MovedEventArgs.To
    }
}

public class Truck(string plate, double load) : Vehicle(plate), IFuelled // -> Fleet.Domain.Vehicle.Vehicle(string); implements Fleet.Domain.Vehicle; implements Fleet.Domain.IFuelled
{
    public double Load { get; private set; } = load;

    public double Level { get; private set; } // implements Fleet.Domain.IFuelled.Level

    public override int Wheels => Load > 10 ? 8 : 6; // uses Fleet.Domain.Truck.Load; implements Fleet.Domain.Vehicle.Wheels

    public void Refuel(double amount) => Level += amount; // uses Fleet.Domain.Truck.Level; implements Fleet.Domain.IFuelled.Refuel(double)

    public void Fill(double load) => Load = Math.Min(load, Capacity.Of(this)); // none; -> Fleet.Domain.Truck.Capacity.Of(Truck); uses Fleet.Domain.Truck.Load

    protected override void OnMoved(MovedEventArgs e) // implements Fleet.Domain.Vehicle.OnMoved(MovedEventArgs)
    {
        Level -= e.Distance * Capacity.Use; // uses Fleet.Domain.Truck.Level; uses Fleet.Domain.Vehicle.MovedEventArgs.Distance; uses Fleet.Domain.Truck.Capacity.Use
        base.OnMoved(e); // -> Fleet.Domain.Vehicle.OnMoved(MovedEventArgs)
    }

    private static class Capacity
    {
        public const double Use = 0.3;

        public static double Of(Truck truck) => truck.Wheels * 4; // uses Fleet.Domain.Truck.Wheels
    }
}

public sealed class Bike : Vehicle // implements Fleet.Domain.Vehicle
{
    public Bike(string plate)
        : base(plate.ToUpperInvariant()) // -> Fleet.Domain.Vehicle.Vehicle(string)
    {
    }

    public Bike()
        : this("none") // -> Fleet.Domain.Bike.Bike(string)
    {
    }

    public override int Wheels => 2; // implements Fleet.Domain.Vehicle.Wheels

    public new string Where() => base.Where().ToString(); // -> Fleet.Domain.Vehicle.Where(); -> Fleet.Domain.Geo.Position.ToString()
}
