using Fleet.Service;
using Fleet.Storage;

var builder = Host.CreateApplicationBuilder(args); // none
builder.Services.AddSingleton(Stores.Vehicles); // none; uses Fleet.Storage.Stores.Vehicles
builder.Services.AddFleet(options => options.Limit = Limit()); // -> Fleet.Service.Setup.AddFleet(IServiceCollection, Action<FleetOptions>?); -> Limit(); uses Fleet.Service.FleetOptions.Limit
var host = builder.Build(); // none
host.Services.GetRequiredService<Channel>().Write("B1", "52.5,13.4"); // -> Fleet.Service.Channel.Write(string, string)
await host.RunAsync(); // none

static int Limit() => int.TryParse(Environment.GetEnvironmentVariable("LIMIT"), out var limit) ? limit : 10; // none
