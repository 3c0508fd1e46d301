using Shop.Core;
using Money = Shop.Core.Money;
using Rows = System.Collections.Generic.List<string[]>;

namespace Shop.Data;

[AttributeUsage(AttributeTargets.Method)]
public sealed class ColumnAttribute(string name) : Attribute
{
    public string Name { get; } = name;

    public bool Required { get; init; }
}

/// <summary>Reads products from a table.</summary>
public static class Importer
{
    private const int Width = 3;

    public static List<Product> Import(string path)
    {
        var rows = ReadRows(path); // -> Shop.Data.Importer.ReadRows(string)
        var products = new List<Product>(); // none
        foreach (var row in rows)
        {
            if (TryParse(row, out var product)) // -> Shop.Data.Importer.TryParse(string[], out Product?)
            {
                products.Add(product!); // none
                product!.Reprice(product.Price * 2); // -> Shop.Core.Product.Reprice(Money); -> Shop.Core.Money.operator *(Money, int); uses Shop.Core.Product.Price
            }
        }

        products.Sort(ByPrice); // none; uses Shop.Data.Importer.ByPrice(Product, Product)
        return products;
    }

    [Column("id", Required = true)] // uses Shop.Data.ColumnAttribute; uses Shop.Data.ColumnAttribute.Required
    public static bool TryParse(string[] row, out Product? product)
    {
        product = null;
        if (row.Length != Width || !int.TryParse(row[0], out var id)) // none; uses Shop.Data.Importer.Width
        {
            return false;
        }

        if (!Money.TryParse(row[2], out var price)) // -> Shop.Core.Money.TryParse(string, out Money)
        {
            return false;
        }

        product = new Product(id, name: row[1], price: price); // -> Shop.Core.Product.Product(int, string, Money)
        return true;
    }

    private static Rows ReadRows(string path)
    {
        Rows rows = new(); // none
        foreach (var line in File.ReadLines(path)) // none
        {
            rows.Add(line.Split(';')); // none
        }

        return rows;
    }

    private static int ByPrice(Product left, Product right) => left.Price.CompareTo(right.Price); // -> Shop.Core.Money.CompareTo(Money); uses Shop.Core.Product.Price
}
