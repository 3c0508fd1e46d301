/** Parameters of primary constructors that a member of the same name hides, and contexts that a factory makes. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const cases: EdgeCase[] = [
  {
    name: "in the body of a member, a field stands before the parameter that it is set from",
    files: {
      "Shop.cs": dedent`
        public class Rules { public bool Strict { get; set; } public void Apply() {} }
        public class Other { public void Do() {} }
        public class Shop(Other other, IOptions<Rules> rules)
        {
            private readonly Rules rules = rules.Value;
            public bool IsOpen { get; } = rules.Value.Strict;
            public bool IsStrict => rules.Strict;
            public void Run() { Action later = () => rules.Apply(); other.Do(); }
        }`,
    },
    of: "Shop.cs",
    has: [
      "Shop.Run calls Shop.cs#Rules.Apply (exact)",
      "Shop.Run references Shop.cs#Shop.rules (exact)",
      "Shop.Run calls Shop.cs#Other.Do (exact)",
      "Shop.IsStrict references Shop.cs#Rules.Strict (exact)",
      "Shop.IsOpen references Shop.cs#Rules.Strict (exact)",
    ],
    hasNot: ["Shop.IsOpen references Shop.cs#Shop.rules (exact)", /calls !IOptions\.Apply/],
  },
  {
    name: "a factory of Entity Framework makes the context that it is of",
    files: {
      "Orders.cs": dedent`
        public class Table { public void Find() {} }
        public class Shop { public Table Orders; }
        public class Orders(IDbContextFactory<Shop> factory)
        {
            public void Now() { using var db = factory.CreateDbContext(); db.Orders.Find(); }
            public async Task Later() { await using var db = await factory.CreateDbContextAsync(); db.Orders.Find(); }
        }`,
    },
    of: "Orders.cs",
    has: ["Orders.Now calls Orders.cs#Table.Find (exact)", "Orders.Later calls Orders.cs#Table.Find (exact)"],
  },
];

testEdges(cases);
