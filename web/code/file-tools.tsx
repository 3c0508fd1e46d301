/** The buttons above a file. */
import type { Project, WholeFile } from "../api.js";
import type { linesOf } from "../kit/code-links.js";
import { RefChooser } from "./ref-chooser.js";
import type { Panel } from "./side-panel.js";

interface FileToolsProps {
  project: Project;
  file: WholeFile;
  /** The lines that the address names. */
  chosen: ReturnType<typeof linesOf>;
  /** The branch, tag or commit that the file is shown at; null: it is as on disk now. */
  chosenRef: string | null;
  panel: Panel;
  setPanel: (panel: Panel) => void;
  isBlaming: boolean;
  setBlaming: (isBlaming: boolean) => void;
  /** The address of the file, or of its chosen lines, as it is now. */
  permalink: string;
  find: () => void;
}

export function FileTools(props: FileToolsProps) {
  const { project, file, chosen, chosenRef, panel, setPanel, isBlaming, setBlaming, permalink, find } = props;
  const isPast = chosenRef !== null;
  const toggle = (name: "outline" | "history") => (
    <button
      type="button"
      class="quiet"
      aria-pressed={panel === name}
      onClick={() => setPanel(panel === name ? null : name)}
    >
      {name === "outline" ? "Outline" : "History"}
    </button>
  );
  return (
    <div class="code-tools">
      <RefChooser project={project.id} path={file.file_path} chosen={chosenRef} />
      {!isPast && toggle("outline")}
      {toggle("history")}
      {!isPast && (
        <button type="button" class="quiet" aria-pressed={isBlaming} onClick={() => setBlaming(!isBlaming)}>
          Blame
        </button>
      )}
      <button type="button" class="quiet" onClick={find}>
        Find
      </button>
      <a class="tool" href={permalink}>
        Permalink
      </a>
      {file.on_disk && (
        <a class="tool" href={editorLink(file.on_disk, chosen?.first)}>
          Open in editor
        </a>
      )}
      {!isPast && <span class="dim small code-keys">Arrows move, ← → pick a name, Enter follows it</span>}
    </div>
  );
}

/** A link that editors of the VS Code family open, to a file of this machine. */
const editorLink = (file: string, line = 1): string =>
  `vscode://file${file.startsWith("/") ? "" : "/"}${file.split("/").map(encodeURIComponent).join("/")}:${line}`;
