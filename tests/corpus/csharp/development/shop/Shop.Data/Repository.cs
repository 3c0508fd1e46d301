using Shop.Core;

namespace Shop.Data;

public interface IRepository<T>
    where T : class, IEntity
{
    int Count { get; }

    T? Find(int id);

    Task<T> LoadAsync(int id, CancellationToken token = default);

    IEnumerable<T> All();

    void Add(T item);
}

public interface IAudited
{
    void Record(string what);
}

/// <summary>Keeps entities in memory.</summary>
public class Repository<T> : IRepository<T>, IAudited // implements Shop.Data.IRepository; implements Shop.Data.IAudited
    where T : class, IEntity
{
    protected readonly Dictionary<int, T> Items = new();
    private readonly List<string> _log = [];

    public int Count => Items.Count; // uses Shop.Data.Repository.Items; implements Shop.Data.IRepository.Count

    public T? Find(int id) => Items.GetValueOrDefault(id); // none; uses Shop.Data.Repository.Items; implements Shop.Data.IRepository.Find(int)

    public virtual async Task<T> LoadAsync(int id, CancellationToken token = default) // implements Shop.Data.IRepository.LoadAsync(int, CancellationToken)
    {
        await Task.Delay(1, token); // none
        var found = Find(id); // -> Shop.Data.Repository.Find(int)
        return found ?? throw new KeyNotFoundException(Explain(id)); // -> Shop.Data.Repository.Explain(int)
    }

    public IEnumerable<T> All() => Items.Values.OrderBy(item => item.Id); // none; uses Shop.Data.Repository.Items; uses Shop.Core.IEntity.Id; implements Shop.Data.IRepository.All()

    public void Add(T item) // implements Shop.Data.IRepository.Add(T)
    {
        Items.Add(item.Id, item); // none; uses Shop.Data.Repository.Items; uses Shop.Core.IEntity.Id
        ((IAudited)this).Record(item.Describe()); // -> Shop.Data.IAudited.Record(string); -> Shop.Core.IEntity.Describe()
    }

    void IAudited.Record(string what) => _log.Add(what); // none; uses Shop.Data.Repository._log; implements Shop.Data.IAudited.Record(string)

    private static string Explain(int id) => $"{nameof(T)} {id} of {typeof(T).Name}"; // none
}

public sealed class OrderRepository : Repository<Order> // implements Shop.Data.Repository
{
    public override async Task<Order> LoadAsync(int id, CancellationToken token = default) // implements Shop.Data.Repository.LoadAsync(int, CancellationToken)
    {
        var order = await base.LoadAsync(id, token); // -> Shop.Data.Repository.LoadAsync(int, CancellationToken)
        order.Customer.Label(); // -> Shop.Core.Customer.Label(); uses Shop.Core.Order.Customer
        return order;
    }

    public IEnumerable<Order> Unpaid() => All().Where(order => !order.IsPaid); // -> Shop.Data.Repository.All(); uses Shop.Core.Order.IsPaid

    public Money Outstanding()
    {
        var sum = Money.Zero; // uses Shop.Core.Money.Zero
        foreach (var order in Unpaid()) // -> Shop.Data.OrderRepository.Unpaid()
        {
            sum = sum + order.Total(); // -> Shop.Core.Money.operator +(Money, Money); -> Shop.Core.Order.Total()
        }

        return sum;
    }
}
