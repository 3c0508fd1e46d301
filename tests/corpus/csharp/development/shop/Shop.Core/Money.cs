namespace Shop.Core;

/// <summary>An amount in a currency.</summary>
public readonly struct Money : IComparable<Money>
{
    public static readonly Money Zero = new(0m, "EUR"); // -> Shop.Core.Money.Money(decimal, string)

    public Money(decimal amount, string currency)
    {
        Amount = amount; // uses Shop.Core.Money.Amount
        Currency = currency; // uses Shop.Core.Money.Currency
    }

    public decimal Amount { get; }

    public string Currency { get; }

    public static Money operator +(Money left, Money right) => left.Plus(right.Amount); // -> Shop.Core.Money.Plus(decimal); uses Shop.Core.Money.Amount

    public static Money operator *(Money money, int times) => new Money(money.Amount * times, money.Currency); // -> Shop.Core.Money.Money(decimal, string); uses Shop.Core.Money.Amount; uses Shop.Core.Money.Currency

    public static bool operator ==(Money left, Money right) => left.Amount == right.Amount; // none; uses Shop.Core.Money.Amount

    public static bool operator !=(Money left, Money right) => !(left == right); // -> Shop.Core.Money.operator ==(Money, Money)

    public static implicit operator Money(decimal amount) => new(amount, "EUR"); // -> Shop.Core.Money.Money(decimal, string)

    public int CompareTo(Money other) => Amount.CompareTo(other.Amount); // none; uses Shop.Core.Money.Amount

    /// <summary>Reads "12.50 EUR".</summary>
    public static bool TryParse(string text, out Money money)
    {
        var parts = text.Split(' '); // none
        if (decimal.TryParse(parts[0], out var amount)) // none
        {
            money = new Money(amount, parts[1]); // -> Shop.Core.Money.Money(decimal, string)
            return true;
        }

        money = Zero; // uses Shop.Core.Money.Zero
        return false;
    }

    public override bool Equals(object? obj) => obj is Money other && this == other; // -> Shop.Core.Money.operator ==(Money, Money)

    public override int GetHashCode() => HashCode.Combine(Amount, Currency); // none; uses Shop.Core.Money.Amount; uses Shop.Core.Money.Currency

    private Money Plus(decimal more) => new(Amount + more, Currency); // -> Shop.Core.Money.Money(decimal, string); uses Shop.Core.Money.Amount; uses Shop.Core.Money.Currency
}
