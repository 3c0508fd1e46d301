class Locals
{
    Repo repo; string name;
    void Run(Order order, object any, params string[] rest)
    {
        var made = new Order(1); Order target = new(2, 3); var cast = (Order)any; var seen = any as Order;
        made.Ship(); target.Ship(); cast.Ship(); seen?.Ship(); order.Ship(); any.Ship();
        if (any is Order { Total: > 3, Buyer.Name: var buyer } big && any is not Invoice inv) big.Ship();
        if (Find(name, out var found)) found.Ship(); Find(name, out Order typed); typed.Ship();
        foreach (Order each in repo.All()) each.Ship();
        foreach (var (left, right) in repo.Pairs()) left.Ship();
        using (var stream = new Stream()) stream.Read(rest.Length);
        try { } catch (AppException error) when (error.Code > 1) { error.Report(); }
        var (a, b) = repo.Pair(); a.Ship(); (Order c, int d) = repo.Pair(); c.Ship();
        repo.Each((Order o) => o.Ship()); repo.Each(o => o.Ship(name)); repo.Each(delegate(Order o) { o.Ship(); });
        repo.Run(Ship); repo.Run(name); { var name = 1; Use(name); } Use(name);
        var query = from Order o in repo.All() join i in repo.Items() on o.Id equals i.Id into g let n = o.Name where n.Long() select new { o.Id, Label = n };
        switch (any) { case Order s when s.Open: s.Ship(); break; case Kind.Big: break; }
        var text = any switch { Order s => s.Label(), Invoice => nameof(Order.Total), _ => "none".Trim() };
        for (var i = 0; i < 3; i++) Use(i);
        Order Local(Order first) => Local(first.Next());
        Local(order).Ship(); this.Ship(); base.Ship(); ((Order)any).Ship(); new Order().Ship(); order!.Ship(); Helper().Ship();
    }
    void Ship() { }
    Order Helper() => repo.First();
    bool Find(string key, out Order order) => Lookup.Find(key, out order);
    void Use(int x) { } void Use(string x) { Use(1); }
}
