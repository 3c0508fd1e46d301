/** Razor: edges between components, views, the classes beside them and what a project has. */
import { testEdges } from "../helpers.js";

const PROJECT = { "shop/Shop.csproj": `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup/></Project>` };
const DATA = {
  ...PROJECT,
  "shop/Data/Carts.cs": `
    namespace Shop.Data;
    public class Cart { public string Name => ""; public int Total() => 1; }
    public interface ICarts { List<Cart> Load(); }`,
};

testEdges([
  {
    name: "a component calls what is injected, by the usings of its folder's file",
    files: {
      ...DATA,
      "shop/_Imports.razor": "@using Shop.Data",
      "shop/Pages/CartList.razor": `
        @page "/carts"
        @inject ICarts Carts
        @foreach (var cart in Carts.Load()) { <p>@cart.Name</p> }
        @code { int Sum() => Carts.Load().Sum(cart => cart.Total()); }`,
    },
    of: "shop/Pages/CartList.razor",
    has: [
      "CartList.BuildRenderTree calls shop/Data/Carts.cs#Shop.Data.ICarts.Load (import)",
      "CartList.BuildRenderTree references shop/Data/Carts.cs#Shop.Data.Cart.Name (import)",
      "CartList.Sum calls shop/Data/Carts.cs#Shop.Data.ICarts.Load (import)",
    ],
  },
  {
    name: "the usings of a folder's file are no others'",
    files: {
      ...DATA,
      "shop/Admin/_Imports.razor": "@using Shop.Data",
      "shop/Pages/Home.razor": "@code { Cart? cart; }",
      "shop/Pages/Home.cs": "namespace Shop.Pages; public class Reader { Cart? cart; }",
    },
    of: "shop/Pages/Home.razor",
    hasNot: ["Home.cart references shop/Data/Carts.cs#Shop.Data.Cart (import)"],
  },
  {
    name: "a tag is the component of its folder, or of a folder that a using names",
    files: {
      ...PROJECT,
      "shop/Pages/Line.razor": `<p>@Title</p> @code { [Parameter] public string Title { get; set; } = ""; }`,
      "shop/Other/Line.razor": "<p/>",
      "shop/Shared/Badge.razor": "<p>@ChildContent</p> @code { [Parameter] public RenderFragment? Text { get; set; } }",
      "shop/Pages/List.razor": `
        @using Shop.Shared
        <Line Title="a" />
        <Badge><Text>new</Text></Badge>`,
    },
    of: "shop/Pages/List.razor",
    has: [
      "List.BuildRenderTree calls shop/Pages/Line.razor#Line (import)",
      "List.BuildRenderTree references shop/Pages/Line.razor#Line.Title (import)",
      "List.BuildRenderTree calls shop/Shared/Badge.razor#Badge (import)",
      "List.BuildRenderTree references shop/Shared/Badge.razor#Badge.Text (import)",
    ],
    hasNot: ["List.BuildRenderTree calls shop/Other/Line.razor#Line (import)"],
  },
  {
    name: "a component and the class beside it are one type",
    files: {
      ...PROJECT,
      "shop/Pages/Home.razor": `<button @onclick="Save">@Find(1)</button> @code { int Find(int id) => id; }`,
      "shop/Pages/Home.razor.cs": `
        namespace Shop.Pages;
        public partial class Home { void Save() { Find(2); } }`,
    },
    of: "shop/Pages/Home.razor",
    has: ["Home.BuildRenderTree references shop/Pages/Home.razor.cs#Shop.Pages.Home.Save (import)"],
  },
  {
    name: "the class beside a component calls it",
    files: {
      ...PROJECT,
      "shop/Pages/Home.razor": "@code { int Find(int id) => id; }",
      "shop/Pages/Home.razor.cs": `
        namespace Shop.Pages;
        public partial class Home { void Save() { Find(2); } }`,
    },
    of: "shop/Pages/Home.razor.cs",
    has: ["Shop.Pages.Home.Save calls shop/Pages/Home.razor#Home.Find (import)"],
  },
  {
    name: "a component never stands for a type that usings name",
    files: {
      ...DATA,
      "shop/Pages/Cart.razor": "<p/>",
      "shop/Api/CartApi.cs": "using Shop.Data; namespace Shop.Api; class CartApi { Cart? cart; }",
    },
    of: "shop/Api/CartApi.cs",
    has: ["Shop.Api.CartApi.cart references shop/Data/Carts.cs#Shop.Data.Cart (import)"],
  },
  {
    name: "a view uses its model, and leads to an action",
    files: {
      ...DATA,
      "shop/CartController.cs": "namespace Shop; public class CartController { public void Save() {} }",
      "shop/Views/_ViewImports.cshtml": "@using Shop.Data\n@addTagHelper *, Shop",
      "shop/Views/Cart/Edit.cshtml": `
        @model Cart
        <form asp-controller="Cart" asp-action="Save"><input asp-for="Name" />@Model.Total()</form>`,
    },
    of: "shop/Views/Cart/Edit.cshtml",
    has: [
      "Views_Cart_Edit.ExecuteAsync references shop/Data/Carts.cs#Shop.Data.Cart.Name (import)",
      "Views_Cart_Edit.ExecuteAsync calls shop/Data/Carts.cs#Shop.Data.Cart.Total (import)",
      "Views_Cart_Edit.ExecuteAsync references shop/CartController.cs#Shop.CartController.Save (import)",
    ],
  },
]);
