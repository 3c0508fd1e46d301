/**
 * The classes of Android that applications extend, and the classes above each: of `fun Fragment.open()` and `fun Activity.open()` the receiver tells the
 * one that is meant. Their members are those of the library.
 */

/** For each package its classes, each with its base. */
export const ANDROID: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "android.content": {
    Context: "c",
    ContextWrapper: "c Context",
    ContentProvider: "c",
    BroadcastReceiver: "c",
  },
  "android.app": {
    Activity: "c android.view:ContextThemeWrapper",
    Application: "c android.content:ContextWrapper",
    Service: "c android.content:ContextWrapper",
    Dialog: "c",
    AlertDialog: "c Dialog",
  },
  "android.view": {
    ContextThemeWrapper: "c android.content:ContextWrapper",
    View: "c",
    ViewGroup: "c View",
  },
  "android.widget": {
    FrameLayout: "c android.view:ViewGroup",
    LinearLayout: "c android.view:ViewGroup",
    RelativeLayout: "c android.view:ViewGroup",
    ImageView: "c android.view:View",
    TextView: "c android.view:View",
    EditText: "c TextView",
    Button: "c TextView",
  },
  "androidx.activity": { ComponentActivity: "c android.app:Activity" },
  "androidx.appcompat.app": {
    AppCompatActivity: "c androidx.fragment.app:FragmentActivity",
    AppCompatDialogFragment: "c androidx.fragment.app:DialogFragment",
    AlertDialog: "c android.app:Dialog",
  },
  "androidx.fragment.app": {
    Fragment: "c",
    DialogFragment: "c Fragment",
    FragmentActivity: "c androidx.activity:ComponentActivity",
  },
  "androidx.preference": {
    PreferenceFragmentCompat: "c androidx.fragment.app:Fragment",
    Preference: "c",
  },
  "androidx.constraintlayout.widget": { ConstraintLayout: "c android.view:ViewGroup" },
  "androidx.coordinatorlayout.widget": { CoordinatorLayout: "c android.view:ViewGroup" },
};
