/** C#: arguments whose types are evident though no name says them. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "./resolve-helpers.js";

test("neither a string, a bool nor an object without a type is a function", () => {
  const sample = programOf({
    "Query.cs": `
      using System;
      class Query {
        void Run(string sql, object args) { }
        void Run(string sql, Func<int> map) { }
        void Assert(bool async, Action run) { }
        void Assert(Action run, Action other) { }
        void Entity(string name, int size) { }
        void Entity(Type type, int size) { }
        void All(bool async, Action run) {
          Run("select", new { Id = 1 });
          Assert(async, run);
          Entity(nameof(Query), 1);
        }
      }`,
  });
  expect(edgesOf(sample, "Query.cs", ["calls"])).toEqual([
    "Query.All calls Query.cs#Query.Run (exact)",
    "Query.All calls Query.cs#Query.Assert (exact)",
    "Query.All calls Query.cs#Query.Entity (exact)",
  ]);
});
