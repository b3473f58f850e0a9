import type {
  CollectionPlan,
  Import,
  OnConflict,
  Output,
  ProjectDatabase,
  RunningService,
  UploadRoutes,
} from 'lintel/importing'
import type { Source } from '../sources/source.ts'
import type { MappingFile } from './read-mapping.ts'

/** Import by a mapping, with everything that it needs. */
export interface MappingJob extends Pick<Import, 'read' | 'keep'> {
  readonly source: Source
  readonly file: MappingFile
  readonly plans: ReadonlyMap<string, CollectionPlan>
  readonly database: ProjectDatabase
  readonly env: string
  /** Absolute path of the mapping's `files.folder`. */
  readonly folder: string | null
  /** Upload routes, by the name of the table to which references to files point. */
  readonly uploads: ReadonlyMap<string, UploadRoutes>
  readonly reach: () => Promise<RunningService>
  readonly onConflict: OnConflict
  readonly skipProblems: boolean
  readonly dryRun: boolean
  readonly output: Output
}
