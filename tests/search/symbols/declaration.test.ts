/** The names that copied declarations give. */
import { expect, test } from "vitest";
import { declaredName } from "../../../src/search/symbols/declaration.js";

test.each([
  ["func (s *Server) Serve(l net.Listener) error", "Server.Serve"],
  ["async def close(self)", "close"],
  ["data class Book(", "Book"],
  ["override fun insert(series: Series)", "insert"],
  ["fun <T> List<T>.toIndexedMap(): SortedMap<Int, T>", "toIndexedMap"],
  ["private suspend fun Map<String, List<Book>>.total(): Int", "total"],
  ["operator fun String?.times(count: Int)", "times"],
  ["public static OriginName fromVip(String vip, String niwsClientName)", "fromVip"],
  ["protected <T> Map.Entry<String, T> entryOf(final Key<T> key)", "entryOf"],
  ["void run()", "run"],
  ["int sum(int... values)", "sum"],
])("%s", (written, name) => {
  expect(declaredName(written)).toBe(name);
});

test.each([
  "parse OR (read AND file)",
  "cart total",
  "name:Cart",
  "read (file OR path)",
  "isContentAllowed(ageRating)",
])("%s is no declaration", (written) => {
  expect(declaredName(written)).toBeNull();
});
