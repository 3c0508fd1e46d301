using System.Text;

namespace Shop.Core.Formatting;

/// <summary>Texts for people.</summary>
public static class Texts
{
    public static string Joined(this IEnumerable<string> parts, string between)
    {
        var builder = new StringBuilder(); // none
        foreach (var part in parts)
        {
            if (builder.Length > 0)
            {
                builder.Append(between); // none
            }

            builder.Append(part); // none
        }

        return builder.ToString(); // none
    }

    public static string Shorten(this string text, int length) => text.Length <= length ? text : text.Substring(0, length); // none

    public static string Shorten(this Product product) => product.Name.Shorten(8); // -> Shop.Core.Formatting.Texts.Shorten(string, int); uses Shop.Core.Product.Name

    public static string Currency(Money money) => $"{money.Amount:0.00} {money.Currency}"; // uses Shop.Core.Money.Amount; uses Shop.Core.Money.Currency

    public static TEntity Tagged<TEntity>(this TEntity entity, Action<TEntity> tag)
        where TEntity : IEntity
    {
        tag(entity); // none
        entity.Describe(); // -> Shop.Core.IEntity.Describe()
        return entity;
    }
}
