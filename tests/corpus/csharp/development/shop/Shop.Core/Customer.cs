namespace Shop.Core;

public class Customer(int id, string name) : Entity(id) // -> Shop.Core.Entity.Entity(int); implements Shop.Core.Entity
{
    private static readonly Dictionary<string, Customer> Known = new();

    public string Name { get; } = name;

    public Address? Home { get; set; }

    public static Customer Of(string name)
    {
        if (Known.TryGetValue(name, out var known)) // none; uses Shop.Core.Customer.Known
        {
            known.Touch(); // -> Shop.Core.Entity.Touch()
            return known;
        }

        Customer made = new(Known.Count + 1, name); // -> Shop.Core.Customer.Customer(int, string); uses Shop.Core.Customer.Known
        Known[name] = made; // uses Shop.Core.Customer.Known
        return made;
    }

    public string Label() => Home?.Format() ?? Describe(); // -> Shop.Core.Address.Format(); -> Shop.Core.Entity.Describe(); uses Shop.Core.Customer.Home
}

public record struct Address(string Street, string City)
{
    public static Address Parse(string text)
    {
        var (street, city) = Split(text); // -> Shop.Core.Address.Parse.Split(string)
        return new(street, city); // -> Shop.Core.Address.Address(string, string)

        static (string, string) Split(string whole)
        {
            var at = whole.IndexOf(','); // none
            return (whole[..at], whole[(at + 1)..].Trim()); // none
        }
    }

    public readonly string Format() => string.Join(", ", Street, City); // none; uses Shop.Core.Address.Street; uses Shop.Core.Address.City
}

public interface IGateway
{
    Receipt Charge(Customer customer, Money amount);

    void Refund(Receipt receipt) => Log($"refund {receipt.Number}"); // -> Shop.Core.IGateway.Log(string); uses Shop.Core.IGateway.Receipt.Number

    protected void Log(string text) => Console.WriteLine(text); // none

    public sealed record Receipt(string Number);
}
