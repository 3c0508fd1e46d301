/** Fields of Query, Mutation and Subscription as each library declares them: the line, the field, and the line of its resolver. */
import { expect, test } from "vitest";
import { present } from "../../src/base/need.js";
import { codeLanguageOf } from "../../src/languages/index.js";
import { dedent } from "../helpers/dedent.js";

const declared = (path: string, text: string) =>
  present(present(codeLanguageOf(path)).routes)
    .declared(path, text)
    .routes.map(({ method, path: field, lineStart, lineEnd, handler }) =>
      [
        `${lineStart}${lineEnd === lineStart ? "" : `-${lineEnd}`} ${method} ${field}`,
        handler !== null && handler !== lineStart && `by ${handler}`,
      ]
        .filter(Boolean)
        .join(" "),
    );

test("Graphene: classes of mutations, resolvers of queries", () => {
  const source = dedent`
    import graphene

    class CatQueries(graphene.ObjectType):
        cat = BaseField(
            Cat,
            id=graphene.Argument(graphene.ID),
        )
        all_cats = graphene.List(Cat, name="everyCat")

        @staticmethod
        def resolve_cat(_root, info, *, id=None):
            found = find(id)
            return found

    class CatMutations(graphene.ObjectType):
        cat_create = CatCreate.Field()
        cat_drop = CatDrop.Field(deprecation_reason="(old)")

    class CatCreateMutation(graphene.Mutation):
        ok = graphene.Boolean()

    class Cat(graphene.ObjectType):
        owner = graphene.Field(Owner)
  `;
  expect(declared("schema.py", source)).toEqual([
    "4-7 query cat by 11",
    "8 query everyCat",
    "16 mutation catCreate",
    "17 mutation catDrop",
  ]);
});

test("Strawberry: decorated methods, and fields with a resolver", () => {
  const source = dedent`
    @strawberry.type
    class Query:
        dogs: list[Dog] = strawberry.field(resolver=get_dogs)

        @strawberry.field(name="cat", permission_classes=[IsOwner])
        def find_cat(self, id: int) -> Cat: ...

    @strawberry.type
    class CatMutation:
        @strawberry.mutation
        async def cat_create(self) -> Cat: ...

    @strawberry.type
    class Cat:
        @strawberry.field
        def owner(self) -> Owner: ...
  `;
  expect(declared("schema.py", source)).toEqual(["3 query dogs", "6 query cat", "11 mutation catCreate"]);
});

test("Ariadne: resolvers on types", () => {
  const source = dedent`
    from ariadne import MutationType, ObjectType, QueryType
    query = QueryType()
    changes = MutationType()
    cat = ObjectType("Cat")

    @query.field("cats")
    def resolve_cats(*_): ...

    @changes.field("catCreate")
    @convert_kwargs_to_snake_case
    async def resolve_create(*_): ...

    @cat.field("owner")
    def resolve_owner(*_): ...

    query.set_field("dogs", resolve_dogs)
  `;
  expect(declared("schema.py", source)).toEqual(["6 query cats by 7", "9 mutation catCreate by 11", "16 query dogs"]);
});

test("NestJS and TypeGraphQL: decorated methods, and no parameters of REST", () => {
  const source = dedent`
    import { Args, Mutation, Query, Resolver } from "@nestjs/graphql";
    @Resolver(() => Cat)
    export class CatsResolver {
      @Query(() => [Cat], { name: "cats", nullable: true })
      @UseGuards(Guard)
      async findAll(@Args("first") first: number) {}

      @Mutation("addCat")
      create() {}

      @Query()
      cat() {}
    }
    @Controller("dogs")
    class Dogs {
      @Get()
      find(@Query() query: Dto, @Query("id") id: string) {}
    }
  `;
  expect(declared("cats.ts", source).filter((route) => !route.includes("GET"))).toEqual([
    "4 query cats by 6",
    "8 mutation addCat by 9",
    "11 query cat by 12",
  ]);
});

test("maps of resolvers, and no types of that name", () => {
  const source = dedent`
    export const resolvers: Resolvers = {
      Query: {
        cats: () => [],
        cat(parent, args) {
          return args;
        },
        dog: findDog,
        ...birds,
      },
      Mutation: { addCat: async (_, { name }) => add(name), dropCat },
      Subscription: {
        tick: { subscribe: () => ticks() },
      },
      Cat: { owner: () => null },
    };
    const Query: QueryResolvers<Context> = { me: authenticated(me) };
    export type Mutation = { addDog: Dog };
    interface All { Query: { old: string; } }
  `;
  expect(declared("graphql/resolvers.ts", source)).toEqual([
    "3 query cats",
    "4-6 query cat",
    "7 query dog",
    "10 mutation addCat",
    "10 mutation dropCat",
    "12 subscription tick",
    "16 query me",
  ]);
});

test("graphql-js, Pothos and Nexus: fields of built types", () => {
  const source = dedent`
    const Root = new GraphQLObjectType({
      name: "Query",
      fields: () => ({
        cats: { type: Cats, resolve: listCats },
      }),
    });
    builder.mutationField("addCat", (t) => t.field({ resolve: () => add() }));
    export const dogs = queryField("dogs", { resolve() {} });
  `;
  expect(declared("schema.ts", source)).toEqual(["7 mutation addCat", "8 query dogs", "4 query cats"]);
});

test("Hot Chocolate: public methods of types of the root", () => {
  const source = dedent`
    using HotChocolate.Types;
    [QueryType]
    public static class SessionQueries
    {
        [UsePaging]
        public static IQueryable<Session> GetSessions(Db db) => db.Sessions;

        public static async Task<Session?> GetSessionByIdAsync(
            int id) => null;

        [GraphQLName("best")]
        public Session Top() => null;

        [GraphQLIgnore]
        public Session Hidden() => null;

        private static int Count() => 1;
    }
    [ExtendObjectType(OperationTypeNames.Mutation)]
    public class Sessions
    {
        public Task<Session> AddSessionAsync(Input input) { return Make(input); }
    }
    [ExtendObjectType(typeof(Session))]
    public class SessionExtensions
    {
        public int GetLength() => 1;
    }
    public class Query
    {
        public string Ping() => "pong";
    }
  `;
  expect(declared("Sessions.cs", source)).toEqual([
    "6 query sessions",
    "8 query sessionById",
    "12 query best",
    "22 mutation addSession",
    "31 query ping",
  ]);
});

test("GraphQL.NET: fields of a class of the root", () => {
  const source = dedent`
    using GraphQL.Types;
    public class StarWarsQuery : ObjectGraphType
    {
        public StarWarsQuery(Data data)
        {
            Field<Hero>("hero")
                .ResolveAsync(async context => await data.HeroAsync());
        }
    }
  `;
  expect(declared("Query.cs", source)).toEqual(["6-7 query hero"]);
});

test("gqlgen: methods of resolvers of the root", () => {
  const source = dedent`
    func (r *mutationResolver) CreateTodo(ctx context.Context, input NewTodo) (*Todo, error) { return nil, nil }
    func (r *queryResolver) URLFor(ctx context.Context) (string, error) { return "", nil }
    func (r *todoResolver) User(ctx context.Context) (*User, error) { return nil, nil }
    func (MyQueryResolver) Todos() {}
  `;
  expect(declared("resolvers.go", source)).toEqual(["1 mutation createTodo", "2 query urlFor", "4 query todos"]);
});

test("Spring, DGS and MicroProfile: annotated methods", () => {
  const source = dedent`
    class Cats {
      @QueryMapping
      @PreAuthorize("hasRole('A')")
      public Cat cat(@Argument Long id) { return null; }
      @MutationMapping("addCat")
      public Cat create() { return null; }
      @SchemaMapping(typeName = "Query", field = "dogs")
      List<Dog> all() { return null; }
      @SchemaMapping(typeName = "Cat", field = "owner")
      Owner owner() { return null; }
      @DgsMutation
      public Cat drop() { return null; }
    }
  `;
  expect(declared("Cats.java", source)).toEqual([
    "2 query cat by 4",
    "5 mutation addCat by 6",
    "7 query dogs by 8",
    "11 mutation drop by 12",
  ]);
  expect(declared("Cats.java", '@Repository interface R { @Query("select c from Cat c") List<Cat> all(); }')).toEqual(
    [],
  );
  expect(
    declared(
      "Cats.kt",
      dedent`
    @GraphQLApi class Cats {
      @Query("cats") fun all(): List<Cat> = listOf()
    }`,
    ),
  ).toEqual(["2 query cats"]);
});
