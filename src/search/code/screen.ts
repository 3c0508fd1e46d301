/**
 * Files that draw what is on a screen: components, templates, styles, the scripts of a browser, and the fragments and dialogs of an app. They say the
 * words of all that a program does, on labels and in the names of handlers, while what does it stands behind them. Pure.
 */

/** Files in which markup or styles are written. */
const MARKUP =
  /\.(?:[jt]sx|vue|svelte|astro|x?html?|erb|haml|slim|cshtml|razor|hbs|handlebars|mustache|ejs|pug|twig|jinja2?|[hel]eex|jsp|gohtml|liquid|s?css|less|blade\.php)$/i;
/** Files that Android and iOS draw a screen with, as they are called: `CartFragment.kt`, `CartViewController.swift`. */
const OF_DEVICES =
  /(?:Fragment|Activity|ViewHolder|ViewController|Dialog|RecyclerAdapter|ListAdapter|Screen|Sheet)\.(?:java|kt|swift)$/;
/** Folders of what a browser loads, and scripts in them. */
const FOR_BROWSERS = /(?:^|\/)(?:front-?end|webapp|wwwroot|ui|static|public|assets)\//i;
const SCRIPT = /\.[cm]?[jt]s$/i;
/** Words of a question about a screen. */
const OF_SCREENS =
  /^(?:buttons?|dialogs?|modals?|popups?|menus?|sidebars?|toolbars?|tooltips?|icons?|themes?|layouts?|styles?|css|html|templates?|components?|widgets?|ui|front-?end)$/i;
/** Scripts that answer requests, among those of a screen: `pages/api/cart.ts`, `app/cart/route.ts`. */
const OF_SERVERS = /(?:^|\/)(?:api|server|backend|db|prisma)\/|(?:^|\/)route\.[cm]?[jt]s$|\.server\.[cm]?[jt]s$/i;
/** A folder with at least this many files of markup, and this share of them, belongs to a screen with its scripts: `client/src/stores/cart.ts`. */
const FOLDER = { least: 3, share: 0.6, depth: 6 };
/** Where more of the files are such, the screen is what the repository is about. */
const MOST = 0.6;

const isOfScreen = (path: string): boolean =>
  MARKUP.test(path) || OF_DEVICES.test(path) || (SCRIPT.test(path) && FOR_BROWSERS.test(path));

/** The found files that draw a screen; none for a question about screens, or where most files draw one. */
export function screenFiles(paths: Iterable<string>, words: readonly string[]): ReadonlySet<string> {
  if (words.some((word) => OF_SCREENS.test(word))) return NONE;
  const files = new Set(paths);
  const drawing = new Set([...files].filter(isOfScreen));
  if (drawing.size === 0 || drawing.size > MOST * files.size) return NONE;
  const folders = screenFolders(files);
  for (const path of files)
    if (SCRIPT.test(path) && !OF_SERVERS.test(path) && highFolders(path).some((folder) => folders.has(folder)))
      drawing.add(path);
  return drawing;
}

/** The folders of which most files have markup. */
function screenFolders(files: Iterable<string>): Set<string> {
  const counts = new Map<string, { files: number; markup: number }>();
  for (const path of files) {
    const markup = MARKUP.test(path) ? 1 : 0;
    for (const folder of highFolders(path)) {
      const count = counts.get(folder) ?? { files: 0, markup: 0 };
      counts.set(folder, { files: count.files + 1, markup: count.markup + markup });
    }
  }
  const { least, share } = FOLDER;
  return new Set(
    [...counts].flatMap(([folder, { files, markup }]) => (markup >= least && markup >= share * files ? [folder] : [])),
  );
}

/** The uppermost folders that a file stands in. */
function highFolders(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/"); end >= 0 && folders.length < FOLDER.depth; end = path.indexOf("/", end + 1))
    folders.push(path.slice(0, end));
  return folders;
}

const NONE: ReadonlySet<string> = new Set();
