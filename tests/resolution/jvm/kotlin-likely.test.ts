/** Kotlin: functions that extend types of libraries, on values whose type no file of the project tells. */
import { dedent } from "../../helpers/dedent.js";
import { testEdges } from "../helpers.js";

/** A screen with a binding that the build makes, a function in it, and extensions of a library's types. */
const screen = (body: string, imports = "import app.ext.hide") => ({
  "app/Ext.kt": dedent`
    package app.ext
    import android.view.View
    fun View.hide() {}
    fun View.show(slow: Boolean) {}`,
  "app/Screen.kt": `
package app
${imports}
import android.app.Dialog
import android.widget.TextView
import com.google.android.material.textview.MaterialTextView
import app.databinding.ScreenBinding
class Screen {
    private lateinit var binding: ScreenBinding
    private lateinit var title: MaterialTextView
    private lateinit var plain: TextView
    private lateinit var dialog: Dialog
    private val cart = Cart()
    fun f() {
        ${body}
    }
    private fun LazyState.isAtEnd() = true
}
class Cart`,
});
const of = "app/Screen.kt";
const hide = "app.Screen.f calls app/Ext.kt#app.ext.hide (unique)";

testEdges([
  {
    name: "a receiver that has the function as a member makes it likely on a value of unknown type",
    files: {
      "app/Mapper.kt": dedent`
        package app.data
        class Mapper {
          fun Row.toOrder() = 1
        }
        class Other {
          fun Line.toOrder() = 2
        }`,
      [of]: dedent`
        package app
        import app.data.Mapper
        class Screen(private val mapper: Mapper) {
          fun f() { Rows.all().map { with(mapper) { it.toOrder() } } }
          fun g() { Rows.all().map { it.toOrder() } }
        }`,
    },
    of,
    has: ["app.Screen.f calls app/Mapper.kt#app.data.Mapper.toOrder (unique)"],
    hasNot: [/app\.Screen\.g calls app\/Mapper\.kt\S+ \((?:exact|import|unique)\)/],
  },
  {
    name: "a view of a binding is likely to be extended by the function that is imported",
    files: screen("binding.title.hide()"),
    of,
    has: [hide],
  },
  { name: "so is a value that a library gives", files: screen("Screens.current().hide()"), of, has: [hide] },
  {
    name: "so is a value whose type is named like one below the extended type",
    files: screen("title.hide()"),
    of,
    has: [hide],
  },
  {
    name: "a view whose class is known is extended",
    files: screen("plain.hide()"),
    of,
    has: ["app.Screen.f calls app/Ext.kt#app.ext.hide (import)"],
  },
  {
    name: "a function that the class declares for a type of a library is likely",
    files: screen("list.state.isAtEnd()"),
    of,
    has: ["app.Screen.f calls app/Screen.kt#app.Screen.isAtEnd (unique)"],
  },
  {
    name: "a value of another type of a library has a member of its own",
    files: screen("dialog.hide()"),
    of,
    hasNot: [/calls app\/Ext\.kt/],
  },
  { name: "so has a value of the project", files: screen("cart.hide()"), of, hasNot: [/calls app\/Ext\.kt/] },
  { name: "a type itself is no value", files: screen("TextView.hide()"), of, hasNot: [/calls app\/Ext\.kt/] },
  {
    name: "a function that nobody imports is not seen",
    files: screen("binding.title.hide()", ""),
    of,
    hasNot: [/calls app\/Ext\.kt/],
  },
  {
    name: "a function that takes other arguments is not meant",
    files: screen("binding.title.show()", "import app.ext.show"),
    of,
    hasNot: [/calls app\/Ext\.kt/],
  },
]);
