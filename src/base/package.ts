/**
 * The files that this program comes with. Sources (src/base/), what the compiler writes (dist/base/) and bundles (dist/bundle/) each stand two folders
 * below package.json.
 */
const PACKAGE = new URL("../../", import.meta.url);

/** A file of the package, by its path beside package.json. */
export const packageFile = (path: string): URL => new URL(path, PACKAGE);

/** The program of a thread, by its name in the list of scripts/build.js. It is the built one also where the sources run (tests). */
export const threadFile = (name: string): URL => packageFile(`dist/bundle/${name}.js`);
