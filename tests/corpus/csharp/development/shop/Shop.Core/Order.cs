using Shop.Core.Formatting;

namespace Shop.Core;

public delegate void OrderHandler(Order order, OrderEvent what);

public enum OrderEvent
{
    Added,
    Paid,
    Shipped,
}

/// <summary>What a customer buys.</summary>
public partial class Order : Entity // implements Shop.Core.Entity
{
    private readonly List<Line> _lines = new();

    public Order(int id, Customer customer)
        : base(id) // -> Shop.Core.Entity.Entity(int)
        => Customer = customer; // uses Shop.Core.Order.Customer

    public event OrderHandler? Happened;

    public event EventHandler<Line>? LineAdded;

    public Customer Customer { get; }

    public IReadOnlyList<Line> Lines => _lines; // uses Shop.Core.Order._lines

    public Line this[int index] => _lines[index]; // uses Shop.Core.Order._lines

    public Line? this[string name] => _lines.Find(line => line.Product.Name == name); // none; uses Shop.Core.Order._lines; uses Shop.Core.Line.Product; uses Shop.Core.Product.Name

    public void Add(Product product) => Add(product, 1); // -> Shop.Core.Order.Add(Product, int)

    public void Add(Product product, int count)
    {
        var line = _lines.FirstOrDefault(l => l.Product.Id == product.Id); // none; uses Shop.Core.Order._lines; uses Shop.Core.Line.Product; uses Shop.Core.Entity.Id
        if (line != null)
        {
            _lines.Remove(line); // none; uses Shop.Core.Order._lines
            line = line.More(count); // -> Shop.Core.Line.More(int)
        }

        line ??= new Line(product, count); // -> Shop.Core.Line.Line(Product, int)
        _lines.Add(line); // none; uses Shop.Core.Order._lines
        LineAdded?.Invoke(this, line); // none; uses Shop.Core.Order.LineAdded
        Raise(OrderEvent.Added); // -> Shop.Core.Order.Raise(OrderEvent); uses Shop.Core.OrderEvent.Added
    }

    public Money Total()
    {
        var total = Money.Zero; // uses Shop.Core.Money.Zero
        foreach (var line in _lines) // uses Shop.Core.Order._lines
        {
            total += line.Total; // -> Shop.Core.Money.operator +(Money, Money); uses Shop.Core.Line.Total
        }

        return total;
    }

    public override string Describe() // implements Shop.Core.Entity.Describe()
    {
        var names = Lines.Select(line => line.Product.Describe()); // -> Shop.Core.Product.Describe(); uses Shop.Core.Order.Lines; uses Shop.Core.Line.Product
        return names.Joined(", ") + Customer.Name.Shorten(12); // -> Shop.Core.Formatting.Texts.Joined(IEnumerable<string>, string); -> Shop.Core.Formatting.Texts.Shorten(string, int); uses Shop.Core.Order.Customer; uses Shop.Core.Customer.Name
    }

    private void Raise(OrderEvent what)
    {
        var handler = Happened; // uses Shop.Core.Order.Happened
        if (handler != null)
        {
            handler(this, what); // none
        }
    }
}
