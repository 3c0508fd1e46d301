/** The classes of Android that applications extend, by src/resolution/jvm/android.ts. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "of several extensions the one of a class above that of Android is meant",
    files: {
      "activity.kt": `
package a
import android.app.Activity
import android.content.Context
fun Activity.say(text: String) {}
fun Context.tell() {}`,
      "fragment.kt": `
package a
import androidx.fragment.app.Fragment
fun Fragment.say(text: String) {}
fun Fragment.tell() {}`,
      "view.kt": `
package a
import android.view.View
fun View.say(text: String) {}`,
      "use.kt": `
package a
import androidx.appcompat.app.AppCompatActivity
import androidx.fragment.app.DialogFragment
open class Page : AppCompatActivity() {
  fun open() {
    say("")
    tell()
    setTitle("")
  }
}
class Ask : DialogFragment() {
  fun open() {
    say("")
    tell()
  }
}`,
    },
    of: "use.kt",
    has: [
      "a.Page.open calls activity.kt#a.say (import)",
      "a.Page.open calls activity.kt#a.tell (import)",
      "a.Ask.open calls fragment.kt#a.say (import)",
      "a.Ask.open calls fragment.kt#a.tell (import)",
    ],
    hasNot: [/candidate/],
  },
]);
