/** Projects: a repository on disk and its settings. */
export interface Project {
  projectId: string;
  name: string;
  /** Absolute path of the repository; never shown in an answer. */
  root: string;
  settings: ProjectSettings;
}

export interface ProjectSettings {
  /** Extra glob patterns to leave out or (if any) the only ones to take in. */
  exclude?: string[];
  include?: string[];
}
