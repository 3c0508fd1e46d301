/** The page: starts the router and draws the layout. docs/web.md tells how it is built. */
import { render } from "preact";
import { comeback } from "./api.js";
import { readProjects } from "./kit/projects.js";
import { followLinks } from "./kit/router.js";
import { Layout } from "./parts/layout.js";

followLinks();
comeback.subscribe(() => void readProjects());
const root = document.querySelector("#app");
if (root) render(<Layout />, root);
