/** C#: lambdas in the chains of calls by which libraries are configured. */
import { describe, expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const SHOP = `namespace Shop;
  public class Address { public string City { get; set; } }
  public class Line { public int Amount { get; set; } public Order Of { get; set; } }
  public class Order { public string Name { get; set; } public Address Address { get; set; } public List<Line> Lines { get; set; } }
  public class OrderModel { public string Title { get; set; } public string Name { get; set; } }
  public abstract class ShopValidator<T> : AbstractValidator<T> { }`;

/** The properties that a constructor's body uses, surely known ones alone. */
function uses(body: string, around = "Use : Profile"): string[] {
  const use = `namespace Shop; class ${around} { public void M(ModelBuilder builder) { ${body} } }`;
  return edgesOf(programOf({ "Shop.cs": SHOP, "Use.cs": use }), "Use.cs", ["references"])
    .filter((edge) => edge.endsWith("(import)"))
    .flatMap((edge) => /#Shop\.(\w+\.\w+) /.exec(edge)?.[1] ?? [])
    .filter((name) => !name.startsWith("ShopValidator"));
}

describe("maps", () => {
  test("speak of what is made, and of what it is made of", () => {
    const body = "CreateMap<Order, OrderModel>().ForMember(made => made.Title, to => to.MapFrom(from => from.Name));";
    expect(uses(body)).toEqual(["OrderModel.Title", "Order.Name"]);
  });

  test("turned round, the other way", () => {
    const body =
      "CreateMap<Order, OrderModel>().ReverseMap().ForMember(x => x.Address, to => to.MapFrom(y => y.Title));";
    expect(uses(body)).toEqual(["Order.Address", "OrderModel.Title"]);
  });
});

describe("rules", () => {
  const around = "Use : ShopValidator<Order>";
  const rows: [string, string[]][] = [
    ["RuleFor(x => x.Name).NotEmpty().When(x => x.Lines.Count > 0);", ["Order.Name", "Order.Lines"]],
    ["RuleFor(x => x.Address).Must(address => address.City != null);", ["Order.Address", "Address.City"]],
    [
      "RuleFor(x => x.Address).Must((order, address) => order.Name == address.City);",
      ["Order.Address", "Order.Name", "Address.City"],
    ],
    ["RuleFor(x => x).Custom((order, context) => { context.AddFailure(order.Name); });", ["Order.Name"]],
    ["RuleForEach(x => x.Lines).Must(line => line.Amount > 0);", ["Order.Lines", "Line.Amount"]],
    ["RuleForEach(x => x.Lines).ChildRules(line => line.RuleFor(y => y.Amount));", ["Order.Lines", "Line.Amount"]],
  ];
  test.each(rows)("%s", (body, want) => expect(uses(body, around)).toEqual(want));

  test("of a validator of the project that the class around keeps", () => {
    const body =
      "var rules = new ShopValidator<Order>(); rules.RuleFor(x => x.Name).NotEmpty().When(x => x.Lines.Count > 0);";
    expect(uses(body, "Use")).toEqual(["Order.Name", "Order.Lines"]);
  });
});

describe("models", () => {
  const rows: [string, string[]][] = [
    ["builder.Entity<Order>().Property(x => x.Name);", ["Order.Name"]],
    ["builder.Entity<Order>().HasMany(x => x.Lines).WithOne(line => line.Of);", ["Order.Lines", "Line.Of"]],
    [
      "builder.Entity<Line>().HasOne(x => x.Of).WithMany(order => order.Lines).HasForeignKey(x => x.Amount);",
      ["Line.Of", "Order.Lines", "Line.Amount"],
    ],
    [
      "builder.Entity<Order>(order => order.OwnsOne(x => x.Address).Property(x => x.City));",
      ["Order.Address", "Address.City"],
    ],
  ];
  test.each(rows)("%s", (body, want) => expect(uses(body, "Use")).toEqual(want));
});
