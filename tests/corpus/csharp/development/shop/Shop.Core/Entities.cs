namespace Shop.Core;

public interface IEntity
{
    int Id { get; }

    string Describe();
}

public abstract class Entity : IEntity // implements Shop.Core.IEntity
{
    protected Entity(int id)
    {
        Id = id; // uses Shop.Core.Entity.Id
        Touch(); // -> Shop.Core.Entity.Touch()
    }

    public int Id { get; } // implements Shop.Core.IEntity.Id

    public DateTime Changed { get; private set; }

    public virtual string Describe() => GetType().Name + "#" + Id; // none; uses Shop.Core.Entity.Id; implements Shop.Core.IEntity.Describe()

    protected void Touch() => Changed = DateTime.UtcNow; // none; uses Shop.Core.Entity.Changed
}

public sealed class Product : Entity // implements Shop.Core.Entity
{
    public Product(int id, string name, Money price)
        : base(id) // -> Shop.Core.Entity.Entity(int)
    {
        Name = name; // uses Shop.Core.Product.Name
        Price = price; // uses Shop.Core.Product.Price
    }

    public string Name { get; }

    public Money Price { get; private set; }

    public void Reprice(Money price)
    {
        if (price == Price) // -> Shop.Core.Money.operator ==(Money, Money); uses Shop.Core.Product.Price
        {
            return;
        }

        Price = price; // uses Shop.Core.Product.Price
        this.Touch(); // -> Shop.Core.Entity.Touch()
    }

    public override string Describe() => $"{Name} ({base.Describe()})"; // -> Shop.Core.Entity.Describe(); uses Shop.Core.Product.Name; implements Shop.Core.Entity.Describe()
}

public record Line(Product Product, int Count)
{
    public Money Total => Product.Price * Count; // -> Shop.Core.Money.operator *(Money, int); uses Shop.Core.Line.Product; uses Shop.Core.Product.Price; uses Shop.Core.Line.Count

    public Line More(int by) => this with { Count = Count + by }; // none; uses Shop.Core.Line.Count
}

public sealed class OutOfStockException : Exception
{
    public OutOfStockException(Product product)
        : base(product.Describe()) // -> Shop.Core.Product.Describe()
    {
    }
}
