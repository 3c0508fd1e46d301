/** C#: members that ASP.NET's controllers and pages bring along, by src/languages/csharp/runtime-types.ts. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "the state of a controller's model and its user have their types",
    files: {
      "errors.cs": `
namespace Shop;
public class BadRequest : System.Exception
{
    public BadRequest(string message) { }
    public BadRequest(ModelStateDictionary state) { }
}
public static class Users
{
    public static string Id(this ClaimsPrincipal user) => "";
    public static string Id(this Cart cart) => "";
}
public class Cart { }`,
      "cart.cs": `
namespace Shop;
public abstract class BaseController : Microsoft.AspNetCore.Mvc.Controller { }
public class CartController : BaseController
{
    public void Add()
    {
        User.Id();
        throw new BadRequest(ModelState);
    }
}`,
    },
    of: "cart.cs",
    has: [
      "Shop.CartController.Add calls errors.cs#Shop.Users.Id (import)",
      "Shop.CartController.Add calls errors.cs#Shop.BadRequest.BadRequest (import)",
    ],
    hasNot: [/calls.*candidate/],
  },
]);
