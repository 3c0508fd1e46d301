using Shop;

var app = App.Create(args);
app.MapGet("/", () => "hello");
Greet("you");
app.Run();

void Greet(string who) => Console.WriteLine(Format(who));
static string Format(string s) => s.ToUpper();

class Helper { public static int Count; }
