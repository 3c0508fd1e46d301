public record Point(int X, int Y) { public int Sum => X + Y; }
public record struct Money(decimal Amount, Currency Unit);
public record Named(string Name, Point At) : Point(At.X, At.Y), INamed;
public class Service(ILogger logger, Store store) : ServiceBase(logger)
{
    public void Save(Point p) { logger.Log("saving"); store.Put(p with { X = 1 }); }
}
public class Missing : Exception;
enum Level : byte { Low = 1, [Description("h")] High = Low << 1 }
public delegate Task<Point> Move<T>(T what, ref Point to) where T : Point;
