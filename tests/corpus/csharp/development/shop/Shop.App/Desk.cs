using Shop.Core;
using Shop.Core.Formatting;
using Shop.Data;

namespace Shop.App;

public sealed class Desk
{
    private readonly IRepository<Order> _orders;
    private readonly IGateway _gateway;
    private readonly Func<int, Customer> _customerOf = id => Customer.Of($"c{id}"); // -> Shop.Core.Customer.Of(string)
    private int _open;

    public Desk(IRepository<Order> orders, IGateway gateway)
    {
        _orders = orders; // uses Shop.App.Desk._orders
        _gateway = gateway; // uses Shop.App.Desk._gateway
    }

    public event Action<string>? Announced;

    public async Task<Order> OpenAsync(int id)
    {
        var order = _orders.Find(id); // -> Shop.Data.IRepository.Find(int); uses Shop.App.Desk._orders
        if (order is null)
        {
            order = new Order(id, _customerOf(id)); // -> Shop.Core.Order.Order(int, Customer); -> Shop.App.Desk._customerOf
            _orders.Add(order); // -> Shop.Data.IRepository.Add(T); uses Shop.App.Desk._orders
        }

        order.Happened += OnHappened; // uses Shop.Core.Order.Happened; uses Shop.App.Desk.OnHappened(Order, OrderEvent)
        order.LineAdded += (_, line) => Announce(line.Product.Describe()); // -> Shop.App.Desk.Announce(string); -> Shop.Core.Product.Describe(); uses Shop.Core.Order.LineAdded; uses Shop.Core.Line.Product
        Interlocked.Increment(ref _open); // none; uses Shop.App.Desk._open
        return (await _orders.LoadAsync(id)).Tagged(o => o.Describe()); // -> Shop.Data.IRepository.LoadAsync(int, CancellationToken); -> Shop.Core.Formatting.Texts.Tagged(TEntity, Action<TEntity>); -> Shop.Core.Order.Describe(); uses Shop.App.Desk._orders
    }

    public void Close(Order order)
    {
        try
        {
            order.Pay(_gateway); // -> Shop.Core.Order.Pay(IGateway, Money?); uses Shop.App.Desk._gateway
        }
        catch (OutOfStockException error) when (error.Message.Length > 0) // none
        {
            Announce(error.Message); // -> Shop.App.Desk.Announce(string)
            throw;
        }

        var best = order.Lines.OrderByDescending(line => line.Count).First().Product; // none; uses Shop.Core.Order.Lines; uses Shop.Core.Line.Count; uses Shop.Core.Line.Product
        Announce(best.Shorten()); // -> Shop.App.Desk.Announce(string); -> Shop.Core.Formatting.Texts.Shorten(Product)
        var first = order[0]; // uses Shop.Core.Order.this[](int)
        first.More(1); // -> Shop.Core.Line.More(int)
        order["Lamp"]?.More(2); // -> Shop.Core.Line.More(int); uses Shop.Core.Order.this[](string)
    }

    public IEnumerable<string> Report()
    {
        var rich = from order in _orders.All() // -> Shop.Data.IRepository.All(); uses Shop.App.Desk._orders
                   where order.Total().CompareTo(100m) > 0 // -> Shop.Core.Order.Total(); -> Shop.Core.Money.CompareTo(Money)
                   orderby order.Id // uses Shop.Core.Entity.Id
                   select order.Customer; // uses Shop.Core.Order.Customer
        foreach (var customer in rich.Distinct()) // none
        {
            yield return customer.Label(); // -> Shop.Core.Customer.Label()
        }

        var byCustomer = _orders.All().GroupBy(o => o.Customer); // -> Shop.Data.IRepository.All(); uses Shop.App.Desk._orders; uses Shop.Core.Order.Customer
        foreach (var group in byCustomer)
        {
            yield return group.Key.Describe() + group.Sum(o => o.Lines.Count); // -> Shop.Core.Entity.Describe(); uses Shop.Core.Order.Lines
        }
    }

    private void OnHappened(Order order, OrderEvent what)
    {
        var text = what switch
        {
            OrderEvent.Paid => order.Describe(), // -> Shop.Core.Order.Describe(); uses Shop.Core.OrderEvent.Paid
            OrderEvent.Shipped when order.IsPaid => nameof(OrderEvent.Shipped), // none; uses Shop.Core.OrderEvent.Shipped; uses Shop.Core.Order.IsPaid
            _ => what.ToString(), // none
        };
        Announce(text); // -> Shop.App.Desk.Announce(string)
    }

    private void Announce(string text) => Announced?.Invoke(text); // none; uses Shop.App.Desk.Announced
}

internal sealed class Terminal : IGateway // implements Shop.Core.IGateway
{
    private int _count;

    public IGateway.Receipt Charge(Customer customer, Money amount) // implements Shop.Core.IGateway.Charge(Customer, Money)
    {
        Console.Write(Texts.Currency(amount)); // -> Shop.Core.Formatting.Texts.Currency(Money)
        return new IGateway.Receipt($"{customer.Name}-{++_count}"); // -> Shop.Core.IGateway.Receipt.Receipt(string); uses Shop.Core.Customer.Name; uses Shop.App.Terminal._count
    }
}
