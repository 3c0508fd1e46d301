namespace Fleet.Service;

public sealed class FleetOptions
{
    public int Limit { get; set; }
}

public static class Setup
{
    public static IServiceCollection AddFleet(this IServiceCollection services, Action<FleetOptions>? configure = null)
    {
        var options = new FleetOptions(); // -> Fleet.Service.FleetOptions
        configure?.Invoke(options); // none
        services.AddSingleton(options); // none
        return services.AddSingleton<Channel>().AddTracking(options.Limit); // -> Fleet.Service.Setup.AddTracking(IServiceCollection, int); uses Fleet.Service.FleetOptions.Limit
    }

    private static IServiceCollection AddTracking(this IServiceCollection services, int limit)
    {
        if (limit > 0)
        {
            services.AddHostedService<Tracker>(); // none
        }

        return services;
    }
}
