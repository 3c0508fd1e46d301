/** The settings of one project, stored with its row. */
export interface ProjectSettings {
  /** Glob patterns to leave out, on top of the service's. */
  exclude?: string[];
  /** Glob patterns; where there are any, only files that match one of them, and one of the service's, are taken in. */
  include?: string[];
  /** Language families; where there are any, files of other languages are left out. */
  languages?: string[];
  /** The branch of a clone; absent: the remote's default branch. */
  branch?: string;
}
