import type { KindAt } from './file-kinds.ts'
import type { Tree } from './tree.ts'

/** Two states of a repository. */
export interface Surroundings {
  readonly before: Tree
  readonly after: Tree
  /** Path from the repository's root to the project, without a closing `/`; empty if they are the same. */
  readonly project: string
}

/** A changed file that affects installation, checks, builds or deploys. */
export interface FileChange extends KindAt {
  readonly path: string
}
