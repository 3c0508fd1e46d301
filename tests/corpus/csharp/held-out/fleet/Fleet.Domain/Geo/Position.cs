namespace Fleet.Domain.Geo;

/// <summary>A place on the map.</summary>
public readonly record struct Position(double Latitude, double Longitude)
{
    private const double Radius = 6371;

    public static Position Origin { get; } = new(0, 0); // -> Fleet.Domain.Geo.Position.Position(double, double)

    public static double operator -(Position from, Position to) => from.DistanceTo(to); // -> Fleet.Domain.Geo.Position.DistanceTo(Position)

    public static bool operator <(Position a, Position b) => a - Origin < b - Origin; // -> Fleet.Domain.Geo.Position.operator -(Position, Position); uses Fleet.Domain.Geo.Position.Origin

    public static bool operator >(Position a, Position b) => b < a; // -> Fleet.Domain.Geo.Position.operator <(Position, Position)

    public double DistanceTo(Position other)
    {
        var latitude = ToRadians(other.Latitude - Latitude); // -> Fleet.Domain.Geo.Position.DistanceTo.ToRadians(double); uses Fleet.Domain.Geo.Position.Latitude
        var longitude = ToRadians(other.Longitude - Longitude); // -> Fleet.Domain.Geo.Position.DistanceTo.ToRadians(double); uses Fleet.Domain.Geo.Position.Longitude
        return Radius * Math.Sqrt(latitude * latitude + longitude * longitude); // none; uses Fleet.Domain.Geo.Position.Radius

        static double ToRadians(double degrees) => degrees * Math.PI / 180; // none
    }

    public static Position Parse(string text)
    {
        var parts = text.Split(','); // none
        return new Position(double.Parse(parts[0]), double.Parse(parts[1])); // -> Fleet.Domain.Geo.Position.Position(double, double)
    }

    public override string ToString() => FormattableString.Invariant($"{Latitude},{Longitude}"); // none; uses Fleet.Domain.Geo.Position.Latitude; uses Fleet.Domain.Geo.Position.Longitude
}

public class Route
{
    private readonly Position[] _stops;

    public Route(params Position[] stops) => _stops = stops; // uses Fleet.Domain.Geo.Route._stops

    public Position this[Index index] => _stops[index]; // uses Fleet.Domain.Geo.Route._stops

    public Position Start => this[0]; // uses Fleet.Domain.Geo.Route.this[](Index)

    public double Length
    {
        get
        {
            double length = 0;
            for (var i = 1; i < _stops.Length; i++) // uses Fleet.Domain.Geo.Route._stops
            {
                length += _stops[i - 1].DistanceTo(_stops[i]); // -> Fleet.Domain.Geo.Position.DistanceTo(Position); uses Fleet.Domain.Geo.Route._stops
            }

            return length;
        }
    }

    public Position Nearest(Position to) => _stops.MinBy(stop => stop.DistanceTo(to)); // -> Fleet.Domain.Geo.Position.DistanceTo(Position); uses Fleet.Domain.Geo.Route._stops
}
