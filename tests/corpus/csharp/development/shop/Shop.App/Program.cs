using Shop.App;
using Shop.Core;
using Shop.Data;

var orders = new OrderRepository(); // -> Shop.Data.OrderRepository
var desk = new Desk(orders, new Terminal()); // -> Shop.App.Desk.Desk(IRepository<Order>, IGateway); -> Shop.App.Terminal
desk.Announced += Print; // uses Shop.App.Desk.Announced; uses Print(string)
var order = await desk.OpenAsync(1); // -> Shop.App.Desk.OpenAsync(int)
order.Add(new Product(7, "Lamp", 12m)); // -> Shop.Core.Order.Add(Product); -> Shop.Core.Product.Product(int, string, Money)
desk.Close(order); // -> Shop.App.Desk.Close(Order)
Print(Currency(orders.Outstanding())); // -> Print(string); -> Shop.Core.Formatting.Texts.Currency(Money); -> Shop.Data.OrderRepository.Outstanding()

void Print(string text) => Console.WriteLine(text); // none
