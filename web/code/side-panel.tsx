/** The panel beside a file: its outline, its history, or the uses of a name in it. */
import type { Answer, ApiError } from "../api.js";
import { History } from "./history.js";
import type { Target } from "./links.js";
import { Outline, Uses } from "./panel.js";

/** The panel that is shown; null: none. */
export type Panel = "outline" | "history" | Target | null;

interface SidePanelProps {
  panel: Exclude<Panel, null>;
  project: string;
  path: string;
  /** The state of the file, for links to other files. */
  at: string;
  outline: Answer<"get_file_outline"> | ApiError | undefined;
  close: () => void;
}

export function SidePanel({ panel, project, path, at, outline, close }: SidePanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <aside class="code-panel" aria-label={titleOf(panel)} tabIndex={0}>
      <header>
        <h2>{titleOf(panel)}</h2>
        <button type="button" class="quiet icon" aria-label="Close the panel" onClick={close}>
          ✕
        </button>
      </header>
      {panel === "outline" ? (
        <Outline outline={outline} project={project} path={path} at={at} />
      ) : panel === "history" ? (
        <History project={project} path={path} />
      ) : (
        <Uses target={panel} project={project} at={at} />
      )}
    </aside>
  );
}

const titleOf = (panel: Exclude<Panel, null>): string =>
  panel === "outline" ? "Outline" : panel === "history" ? "History" : "Uses";
