/** The frame of every page: the header with its navigation, the page itself, and what lies over it. */
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { type ApiError, absence, comeback, isAway } from "../api.js";
import { useProjectEvents } from "../kit/follow.js";
import { chosenProject, namedProject } from "../kit/projects.js";
import { match, place, to } from "../kit/router.js";
import { isDark, switchTheme } from "../kit/theme.js";
import { type Entry, NAVIGATION, PAGES, type Page, type PageProps } from "../pages.js";
import { VERSION } from "../session.js";
import { Account, LogInDialog } from "./log-in.js";
import { ProjectChooser } from "./project-chooser.js";
import { ErrorState, Message } from "./states.js";

export function Layout() {
  useProjectEvents();
  useLayoutEffect(() => {
    document.addEventListener("keydown", focusSearch);
    return () => document.removeEventListener("keydown", focusSearch);
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>("#main")?.focus()}>
        Skip to the page
      </button>
      <header class="top">
        <a class="brand" href={to("")} title={`codeindex ${VERSION}`}>
          <Mark />
          codeindex
        </a>
        <Navigation />
        <div class="top-end">
          <ProjectChooser />
          <button
            type="button"
            class="quiet icon"
            onClick={switchTheme}
            aria-label={isDark.value ? "Light colours" : "Dark colours"}
          >
            {isDark.value ? "☀" : "☾"}
          </button>
          <Account />
        </div>
      </header>
      <div role="status" aria-live="polite">
        {isAway.value && (
          <p class="banner">The service does not answer. This page goes on by itself when it is back.</p>
        )}
      </div>
      <main id="main" tabIndex={-1}>
        <CurrentPage />
      </main>
      <LogInDialog />
    </>
  );
}

function Navigation() {
  const { path } = place.value;
  return (
    <nav aria-label="Pages">
      {NAVIGATION.map((entry) => {
        const isIn = (one: string) => path === one || (one !== "" && path.startsWith(`${one}/`));
        const isCurrent = [entry.path, ...entry.under].some(isIn);
        return (
          <a key={entry.path} href={linkOf(entry, isCurrent)} aria-current={isCurrent ? "page" : undefined}>
            {entry.label}
          </a>
        );
      })}
    </nav>
  );
}

/** To the entry about the project that the page is about; from there to all of them. */
function linkOf({ path, project: by }: Entry, isCurrent: boolean): string {
  const project = isCurrent || namedProject.value === null ? undefined : chosenProject.value;
  if (!by || !project) return to(path);
  return by === "query" ? to(path, { project: project.id }) : to(`${path}/${encodeURIComponent(project.id)}`);
}

function CurrentPage() {
  const { path } = place.value;
  const found = pageAt(path);
  const [loaded, setLoaded] = useState<{ page: Page; View: ComponentType<PageProps> } | null>(null);
  /** Why the page could not be loaded; null: the service has it no more. */
  const [missing, setMissing] = useState<ApiError | null | undefined>(undefined);
  const page = found?.page;
  const turn = comeback.value;
  useEffect(() => {
    if (page) document.title = `${page.title} · codeindex`;
  }, [page]);
  useEffect(() => {
    if (!page) return;
    setMissing(undefined);
    let isGone = false;
    page.load().then(
      ({ default: View }) => !isGone && setLoaded({ page, View }),
      async () => {
        const error = await absence();
        if (!isGone) setMissing(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [page, turn]);
  if (!found)
    return (
      <Message title="There is no such page">
        <a href={to("")}>Search</a> is where most things begin.
      </Message>
    );
  if (loaded?.page === page && loaded) return <loaded.View params={found.params} />;
  if (missing) return <ErrorState error={missing} />;
  return missing === null ? <Outdated /> : null;
}

function Outdated() {
  return (
    <Message title="This page could not be loaded">
      <p>The service may have been updated since this page was opened.</p>
      <button type="button" onClick={() => location.reload()}>
        Load it again
      </button>
    </Message>
  );
}

function pageAt(path: string): { page: Page; params: Record<string, string> } | undefined {
  for (const page of PAGES)
    for (const pattern of page.patterns) {
      const params = match(pattern, path);
      if (params) return { page, params };
    }
  return undefined;
}

/** `/` leads to the field of a page that has one, from wherever nothing is typed. */
function focusSearch(event: KeyboardEvent): void {
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  if (!field || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  field.focus();
  field.select();
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <rect width="16" height="16" rx="4" fill="var(--accent-solid)" />
      <path
        d="M6.2 4.5 3.2 8l3 3.5M9.8 4.5l3 3.5-3 3.5"
        fill="none"
        stroke="#fff"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
