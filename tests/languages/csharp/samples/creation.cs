class Creation
{
    Options options = new() { Depth = 3, Inner = { Name = "x" } };
    Options Next => new(1);
    Options Make() { return new(2) { Depth = 1 }; }
    Options[] Many() => new Options[Size.Max];
    object Other() => new List<Options> { new() { Depth = 2 }, new Options { Depth = 4 } };
    void Set() { options = new(); Use(new()); var map = new Dictionary<string, Options> { ["a"] = new Options() }; var anon = new { options.Depth, Size = Size.Max }; }
    Type T() => typeof(Dictionary<,>); object D() => default(Options); int S => sizeof(Level);
    [Test, Row(Size.Max, Name = "n")] void Attributed([FromBody] Options body) { }
}
