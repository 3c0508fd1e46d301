/** Default arguments of Kotlin's overrides and the scope of first values, by src/resolution/jvm. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "an override has the defaults of what it overrides, which it must not write",
    files: {
      "a.kt": `
package a
interface Feed { fun load(ids: List<String>? = null): Int }
class Demo : Feed {
  override fun load(ids: List<String>?): Int = 1
  fun count() = load()
}
fun use(demo: Demo) { demo.load() }`,
    },
    of: "a.kt",
    has: ["a.Demo.count calls a.kt#a.Demo.load (exact)", "a.use calls a.kt#a.Demo.load (exact)"],
  },
  {
    name: "first values of a type see the parameters of its constructor, its functions do not",
    files: {
      "a.kt": `
package a
interface Repo { fun mine(): Int }
interface Other { fun mine(): Int }
open class Base(count: Int)
class Model(repo: Repo) : Base(repo.mine()) {
  val first = repo.mine()
  init { repo.mine() }
}
class Hidden(repo: Repo) {
  private val repo: Other = wrap(repo)
  fun go() { repo.mine() }
}`,
    },
    of: "a.kt",
    has: [
      "a.Model calls a.kt#a.Repo.mine (exact)",
      "a.Model.first calls a.kt#a.Repo.mine (exact)",
      "a.Hidden.go calls a.kt#a.Other.mine (exact)",
    ],
    hasNot: [/mine \(candidate\)/, "a.Hidden.go calls a.kt#a.Repo.mine (exact)"],
  },
]);
