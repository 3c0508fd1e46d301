/** Tests that reach code by an operation of GraphQL: `get_tests` follows the field that runs a resolver to the texts of tests that ask for it. */
import { expect, test } from "vitest";
import getTests from "../../src/tools/get-tests.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

describeStores("get_tests over GraphQL", (store) => {
  const answer = async (files: Record<string, string>, symbol: string, input: Record<string, unknown> = {}) => {
    const built = await buildRepository(store(), files);
    return (await runTool(getTests, { symbols: [symbol], ...input }, built)).text;
  };
  const linesOf = async (...given: Parameters<typeof answer>) =>
    (await answer(...given)).split("\n").filter((line) => /^(?:tests\/| {2,})/.test(line));

  const GRAPHENE = {
    "shop/auth.py": dedent`
      def sign_in(email):
          return email
    `,
    "shop/mutations.py": dedent`
      from .auth import sign_in

      class BaseMutation:
          @classmethod
          def perform(cls, **data):
              return None

          @classmethod
          def mutate(cls, root, info, **data):
              return cls.perform(**data)

      class CreateToken(BaseMutation):
          @classmethod
          def perform(cls, **data):
              return sign_in(data["email"])

      class RenewToken(CreateToken):
          @classmethod
          def perform(cls, **data):
              return 1

      class DropToken(BaseMutation):
          @classmethod
          def perform(cls, **data):
              return super().perform(**data)

          @classmethod
          def mutate(cls, root, info, **data):
              return super().mutate(root, info, **data)
    `,
    "shop/schema.py": dedent`
      import graphene
      from .mutations import CreateToken, DropToken, RenewToken

      class AuthMutations(graphene.ObjectType):
          token_create = CreateToken.Field()
          token_drop = DropToken.Field()
          token_renew = RenewToken.Field()
    `,
    "tests/test_token.py": dedent`
      from .operations import TOKEN_CREATE, create_token

      DROP = """
          mutation { tokenDrop { ok } }
      """

      def test_create(client):
          client.post(TOKEN_CREATE)

      def test_helper(client):
          create_token(client)

      def test_inline(client):
          client.post(f"mutation {{ a: tokenCreate(email: {email}) {{ token }} }}")

      def test_nested(client):
          client.post("query { me { tokenCreate(id: 1) } }")

      def test_renew(client):
          client.post("mutation { tokenRenew { ok } }")

      def test_drop(client):
          client.post(DROP)
    `,
    "tests/operations.py": dedent`
      TOKEN_CREATE = """
          mutation TokenCreate($email: String!) {
              tokenCreate(email: $email) { token }
          }
      """

      def create_token(client):
          return client.post(TOKEN_CREATE)
    `,
  };

  test("Graphene: a class that a field names, constants and helpers of tests that keep the operation", async () => {
    expect(await linesOf(GRAPHENE, "sign_in")).toEqual([
      expect.stringMatching(
        /^tests\/test_token\.py {2}2 steps, via CreateToken\.perform, over GraphQL: mutation tokenCreate \(likely: by the field's name\) {2}function "test_inline" \(line 13, by line 14\)$/,
      ),
      expect.stringContaining(
        'via TOKEN_CREATE, over GraphQL: mutation tokenCreate (likely: by the field\'s name)  function "test_create"',
      ),
      expect.stringContaining(
        'via create_token, over GraphQL: mutation tokenCreate (likely: by the field\'s name)  function "test_helper"',
      ),
    ]);
  });

  test("calls of the base by other classes do not come to the class that was asked about", async () => {
    const lines = await linesOf(GRAPHENE, "CreateToken.perform");
    expect(lines.join("\n")).not.toContain("tokenDrop");
    expect(await linesOf(GRAPHENE, "DropToken.perform")).toEqual([
      expect.stringContaining("over GraphQL: mutation tokenDrop"),
    ]);
  });

  test("a class that derives from the one that was asked about comes to it by a call of the base", async () => {
    const files = {
      ...GRAPHENE,
      "shop/password.py": dedent`
        import graphene
        from .mutations import CreateToken

        class SetPassword(CreateToken):
            @classmethod
            def mutate(cls, root, info, **data):
                return super().mutate(root, info, **data)

        class PasswordMutations(graphene.ObjectType):
            set_password = SetPassword.Field()
      `,
      "tests/test_password.py": dedent`
        def test_set(client):
            client.post("mutation { setPassword { ok } }")
      `,
    };
    const lines = (await linesOf(files, "CreateToken.perform")).join("\n");
    expect(lines).toContain("over GraphQL: mutation setPassword");
    expect(lines).not.toContain("tokenDrop");
  });

  test("a field that names the base does not run the class that overrides it", async () => {
    expect(await linesOf(GRAPHENE, "RenewToken.perform")).toEqual([
      expect.stringContaining("over GraphQL: mutation tokenRenew"),
    ]);
  });

  test("NestJS: a service behind a resolver, from a tagged template of a test", async () => {
    const files = {
      "src/cats.resolver.ts": dedent`
        import { Query, Mutation, Resolver } from "@nestjs/graphql";
        import { CatsService } from "./cats.service";
        @Resolver()
        export class CatsResolver {
          constructor(private readonly cats: CatsService) {}
          @Query(() => [Cat], { name: "cats" })
          findAll() {
            return this.cats.all();
          }
          @Mutation()
          addCat() {}
        }
      `,
      "src/cats.service.ts": dedent`
        export class CatsService {
          all() {}
        }
      `,
      "tests/cats.e2e.test.ts": dedent`
        import gql from "graphql-tag";
        const ADD = gql\`mutation Add { addCat { id } }\`;
        it("lists", () => client.query(gql\`{ cats { id } }\`));
        it("adds", () => client.mutate(ADD));
      `,
    };
    expect(await linesOf(files, "CatsService.all")).toEqual([
      'tests/cats.e2e.test.ts  2 steps, via CatsResolver.findAll, over GraphQL: query cats (likely: by the field\'s name)  it "lists" (line 3)',
    ]);
    expect(await linesOf(files, "CatsResolver.addCat")).toEqual([
      'tests/cats.e2e.test.ts  2 steps, via ADD, over GraphQL: mutation addCat (likely: by the field\'s name)  it "adds" (line 4)',
    ]);
  });

  test("resolvers of two servers: the nearer one is meant, else either may be", async () => {
    const resolver = dedent`
      package graph

      func (r *queryResolver) Users() error { return nil }
    `;
    const files = {
      "chat/graph/resolver.go": resolver,
      "todo/graph/resolver.go": resolver,
      "todo/graph/todo_test.go": dedent`
          package graph

          import "testing"

          func TestUsers(t *testing.T) {
          	c.MustPost(\`query { users { id } }\`, &r)
          }
        `,
      "e2e/users_test.go": dedent`
          package e2e

          import "testing"

          func TestEither(t *testing.T) {
          	c.MustPost(\`{ users { id } }\`, &r)
          }
        `,
    };
    const near = await answer(files, "todo/graph/resolver.go:3");
    expect(near).toContain("todo/graph/todo_test.go  over GraphQL: query users (likely: by the field's name)");
    expect(near).not.toContain("e2e/users_test.go  over");
    const far = await answer(files, "chat/graph/resolver.go:3");
    expect(far).toContain("A request may come to it: query users in e2e/users_test.go:6");
    expect(far).not.toContain("todo_test.go");
  });

  test("a test with resolvers of its own asks these", async () => {
    const files = {
      "src/resolvers.ts": dedent`
        export const resolvers = { Query: { cats: () => list() } };
        export function list() {}
      `,
      "tests/own.test.ts": dedent`
        const resolvers = { Query: { cats: () => [] } };
        it("lists", () => graphql(resolvers, "{ cats { id } }"));
      `,
      "tests/real.test.ts": 'it("lists", () => graphql(schema, "{ cats { id } }"));\n',
    };
    expect(await linesOf(files, "list")).toEqual([expect.stringMatching(/^tests\/real\.test\.ts .*query cats/)]);
  });
});
