using Fleet.Domain;
using Fleet.Storage;
using static Fleet.Service.Units;

namespace Fleet.Service;

public static class Units
{
    public static double Miles(double kilometres) => kilometres / Factor; // uses Fleet.Service.Units.Factor

    private const double Factor = 1.609;

    public static string Show(this double value) => value.ToString("0.0"); // none

    public static string Show(this Position position) => position.ToString(); // -> Fleet.Domain.Geo.Position.ToString()
}

public sealed class Tracker : BackgroundService
{
    private readonly IStore<string, Vehicle> _store;
    private readonly ILogger<Tracker> _logger;
    private readonly Channel _channel;
    private readonly Dictionary<string, List<Position>> _trails = [];

    public Tracker(IStore<string, Vehicle> store, ILogger<Tracker> logger, Channel channel)
        => (_store, _logger, _channel) = (store, logger, channel); // uses Fleet.Service.Tracker._store; uses Fleet.Service.Tracker._logger; uses Fleet.Service.Tracker._channel

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await foreach (var report in _channel.ReadAllAsync(stoppingToken)) // -> Fleet.Service.Channel.ReadAllAsync(CancellationToken); uses Fleet.Service.Tracker._channel
        {
            var vehicle = await _store.GetOrAddAsync(report.Plate, Make); // -> Fleet.Storage.IStore.GetOrAddAsync(TKey, Func<TKey, TValue>); uses Fleet.Service.Tracker._store; uses Fleet.Service.Report.Plate; uses Fleet.Service.Tracker.Make(string)
            vehicle.Move(report.At); // -> Fleet.Domain.Vehicle.Move(Position); uses Fleet.Service.Report.At
            TrailOf(vehicle.Plate).Add(report.At); // -> Fleet.Service.Tracker.TrailOf(string); uses Fleet.Domain.Vehicle.Plate; uses Fleet.Service.Report.At
            _logger.LogInformation("{Plate} at {At}", vehicle.Plate, report.At.Show()); // -> Fleet.Service.Units.Show(Position); uses Fleet.Service.Tracker._logger; uses Fleet.Domain.Vehicle.Plate; uses Fleet.Service.Report.At
        }
    }

    public string Describe(string plate)
    {
        if (!_store.TryGet(plate, out var vehicle)) // -> Fleet.Storage.IStore.TryGet(TKey, out TValue?); uses Fleet.Service.Tracker._store
        {
            return string.Empty;
        }

        var trail = TrailOf(plate); // -> Fleet.Service.Tracker.TrailOf(string)
        var distance = trail.Zip(trail.Skip(1)).Sum(pair => pair.First.DistanceTo(pair.Second)); // -> Fleet.Domain.Geo.Position.DistanceTo(Position)
        return vehicle switch
        {
            Truck { Load: > 5 } truck => $"{truck.Wheels} {Miles(distance).Show()}", // -> Fleet.Service.Units.Miles(double); -> Fleet.Service.Units.Show(double); uses Fleet.Domain.Truck.Load; uses Fleet.Domain.Truck.Wheels
            Bike bike => bike.Where(), // -> Fleet.Domain.Bike.Where()
            ITrackable other => other.Where().Show(), // -> Fleet.Domain.ITrackable.Where(); -> Fleet.Service.Units.Show(Position)
            _ => throw new UnknownVehicleException(plate), // -> Fleet.Service.UnknownVehicleException.UnknownVehicleException(string)
        };
    }

    public IDisposable Subscribe(Action<Vehicle> onMoved)
    {
        _store.Each(vehicle => vehicle.Moved += Handle); // -> Fleet.Storage.Stores.Each(IStore<string, TValue>, Action<TValue>); uses Fleet.Service.Tracker._store; uses Fleet.Domain.Vehicle.Moved; uses Fleet.Service.Tracker.Subscribe.Handle(object?, Vehicle.MovedEventArgs)
        return new Subscription(() => _store.Each(vehicle => vehicle.Moved -= Handle)); // -> Fleet.Service.Tracker.Subscription.Subscription(Action); -> Fleet.Storage.Stores.Each(IStore<string, TValue>, Action<TValue>); uses Fleet.Service.Tracker._store; uses Fleet.Domain.Vehicle.Moved; uses Fleet.Service.Tracker.Subscribe.Handle(object?, Vehicle.MovedEventArgs)

        void Handle(object? sender, Vehicle.MovedEventArgs e)
        {
            if (sender is Vehicle vehicle && e.Distance > 0) // uses Fleet.Domain.Vehicle.MovedEventArgs.Distance
            {
                onMoved(vehicle); // none
                vehicle.Where().Show(); // -> Fleet.Domain.Vehicle.Where(); -> Fleet.Service.Units.Show(Position)
            }
        }
    }

    private List<Position> TrailOf(string plate)
    {
        if (!_trails.TryGetValue(plate, out var trail)) // none; uses Fleet.Service.Tracker._trails
        {
            _trails[plate] = trail = new List<Position>(); // none; uses Fleet.Service.Tracker._trails
        }

        return trail;
    }

    private static Vehicle Make(string plate) => plate.StartsWith('B') ? new Bike(plate) : new Truck(plate, load: 0); // -> Fleet.Domain.Bike.Bike(string); -> Fleet.Domain.Truck.Truck(string, double)

    private sealed class Subscription(Action release) : IDisposable
    {
        public void Dispose() => release(); // none
    }
}

public sealed class UnknownVehicleException(string plate) : Exception($"no vehicle {plate}"); // none

public readonly record struct Report(string Plate, Position At);

public class Channel
{
    private readonly Queue<Report> _reports = new();

    public void Write(Report report) => _reports.Enqueue(report); // none; uses Fleet.Service.Channel._reports

    public void Write(string plate, string at) => Write(new Report(plate, Position.Parse(at))); // -> Fleet.Service.Channel.Write(Report); -> Fleet.Service.Report.Report(string, Position); -> Fleet.Domain.Geo.Position.Parse(string)

    public async IAsyncEnumerable<Report> ReadAllAsync([System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken token = default)
    {
        while (_reports.TryDequeue(out var report)) // none; uses Fleet.Service.Channel._reports
        {
            await Task.Yield(); // none
            yield return report;
        }
    }
}
