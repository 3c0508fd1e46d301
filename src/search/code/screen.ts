/**
 * Files that draw what is on a screen: components, templates, styles, and the scripts of a browser. They say the words of all that a program does,
 * on labels and in the names of handlers, while what does it stands behind them. Pure.
 */

/** Files in which markup or styles are written. */
const MARKUP =
  /\.(?:[jt]sx|vue|svelte|astro|x?html?|erb|haml|slim|cshtml|razor|hbs|handlebars|mustache|ejs|pug|twig|jinja2?|[hel]eex|jsp|gohtml|liquid|s?css|less|blade\.php)$/i;
/** Folders of what a browser loads, and scripts in them. */
const FOR_BROWSERS = /(?:^|\/)(?:front-?end|webapp|wwwroot|ui|static|public|assets)\//i;
const SCRIPT = /\.[cm]?[jt]s$/i;
/** Words of a question about a screen. */
const OF_SCREENS =
  /^(?:buttons?|dialogs?|modals?|popups?|menus?|sidebars?|toolbars?|tooltips?|icons?|themes?|layouts?|styles?|css|html|templates?|components?|widgets?|ui|front-?end)$/i;
/** Where more of the files are such, the screen is what the repository is about. */
const MOST = 0.5;

const isOfScreen = (path: string): boolean => MARKUP.test(path) || (SCRIPT.test(path) && FOR_BROWSERS.test(path));

/** Of the files that were found for a question, those that draw a screen; none where it speaks of such, or where most files do. */
export function screenFiles(paths: Iterable<string>, words: readonly string[]): ReadonlySet<string> {
  if (words.some((word) => OF_SCREENS.test(word))) return NONE;
  const files = new Set(paths);
  const drawing = new Set([...files].filter(isOfScreen));
  return drawing.size > MOST * files.size ? NONE : drawing;
}

const NONE: ReadonlySet<string> = new Set();
