import type { Manifest } from '../../manifest/index.ts'
import type { Compiled } from '../compile-project.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { withTarget } from '../target/with-target.ts'
import type { DoctorFinding } from './finding.ts'
import { type BucketChoice, type Listing, listBucket } from './list-bucket.ts'

export interface StoredChoice extends BucketChoice {
  readonly compilation: Compiled
}

/** The folders in which the media library keeps files, and what is made from files and uploads: the file's key follows. */
const FILES = 'media/'
const FOLDERS = [FILES, 'media-incoming/', 'media-derived/']

/** Of a file; whatever else the folders hold is none of the library's. */
const KEY = /^(?:private-)?[0-9a-f]{32}\.[a-z0-9]{2,5}$/

const HOUR = 3_600_000
/** Younger objects may be of an upload that is not written down yet; `cms media sweep` leaves them alone as well. */
const ORPHAN_AGE = 24 * HOUR
/** Younger files may have come while the bucket was listed. */
const FILE_AGE = HOUR
/** Objects and rows that are compared at most, and for how long, in milliseconds: 200 calls of a thousand. */
const MOST = 200_000
const PATIENCE = 60_000
/** Rows of one question. */
const ROWS = 5000
/** Files of a finding that are named: the others are counted. */
const NAMED = 3

/**
 * Files whose bytes the bucket does not have, and objects of the media library that belong to no file. Nothing is read but
 * keys.
 * @throws Failure where the bucket or the database is not reached
 */
export async function checkStored(choice: StoredChoice): Promise<readonly DoctorFinding[]> {
  const { compilation, environment, root, persist, variables } = choice
  const { manifest, config } = compilation
  if (!manifest.tables.includes('media_files')) return []
  if (isElsewhere(manifest, environment)) return [ELSEWHERE]
  const until = Date.now() + PATIENCE
  const listing = await listBucket(choice, FOLDERS, { objects: MOST, until })
  const options = { env: environment, persist }
  const known = await withTarget({ root, config, options, variables }, ({ database }) => readKnown(database, until))
  return [
    ...missing(listing, known),
    ...orphans(listing, known, environment),
    ...(listing.isWhole && known.isWhole ? [] : [partly(listing)]),
  ]
}

function isElsewhere({ environments }: Manifest, environment: string): boolean {
  return environments[environment]?.settings['core-media']?.storageProvider === 's3'
}

const ELSEWHERE: DoctorFinding = {
  topic: 'media',
  severity: 'note',
  message: 'Files are in an S3 bucket, whose keys only the worker has: they were not compared with their rows.',
  remedy: 'cms media sweep --dry-run, which asks the worker',
}

interface FileRow {
  readonly filename: string
  readonly name: string
  readonly at: number
}

/** The files that the database knows. */
interface Known {
  /** In the order of their keys. */
  readonly files: readonly FileRow[]
  /** Keys of uploads under way, and of files whose bytes are still to be deleted. */
  readonly others: ReadonlySet<string>
  readonly isWhole: boolean
}

async function readKnown(database: ProjectDatabase, until: number): Promise<Known> {
  const [others = []] = await database.query<{ filename: string }>(OTHERS)
  const files: FileRow[] = []
  for (let after = ''; ; ) {
    const [rows = []] = await database.run<FileRow>([{ sql: FILES_AFTER, values: [after] }])
    files.push(...rows)
    after = rows.at(-1)?.filename ?? ''
    const isWhole = rows.length < ROWS
    if (isWhole || files.length >= MOST || Date.now() >= until) {
      return { files, others: new Set(others.map(({ filename }) => filename)), isWhole }
    }
  }
}

const OTHERS = 'SELECT filename FROM media_uploads UNION ALL SELECT filename FROM media_deletions'
const FILES_AFTER = `SELECT filename, original_name AS "name", created_at AS "at" FROM media_files WHERE filename > ?1 ORDER BY filename LIMIT ${ROWS}`

/** Of a listing that is not whole only what it has come past can be judged. */
function missing({ objects, isWhole }: Listing, { files }: Known): readonly DoctorFinding[] {
  const there = new Set(objects.filter(({ key }) => key.startsWith(FILES)).map(({ key }) => key.slice(FILES.length)))
  const last = isWhole || objects.some(({ key }) => !key.startsWith(FILES)) ? null : ([...there].at(-1) ?? '')
  const before = Date.now() - FILE_AGE
  const gone = files.filter(
    ({ filename, at }) => !there.has(filename) && at < before && (last === null || filename <= last),
  )
  if (gone.length === 0) return []
  const named = gone.map(({ filename, name }) => `${name} (${FILES}${filename})`)
  return [
    {
      topic: 'media',
      severity: 'error',
      message: `Files whose bytes are not in the bucket: ${listed(named)}.`,
      remedy: 'restore the objects from a copy of the bucket, or delete these items and upload them again',
    },
  ]
}

/** Of rows that are not all known only those that are can be judged. */
function orphans({ objects }: Listing, known: Known, environment: string): readonly DoctorFinding[] {
  const { files, others, isWhole } = known
  const keys = new Set(files.map(({ filename }) => filename))
  const last = isWhole ? null : (files.at(-1)?.filename ?? '')
  const before = Date.now() - ORPHAN_AGE
  const left = objects.filter(({ key, uploadedAt }) => {
    const [, file = ''] = key.split('/', 2)
    if (!KEY.test(file)) return false
    return uploadedAt < before && !keys.has(file) && !others.has(file) && (last === null || file <= last)
  })
  if (left.length === 0) return []
  const env = environment === 'development' ? '' : ` --env ${environment}`
  return [
    {
      topic: 'media',
      severity: 'warning',
      message: `Objects of the bucket that belong to no file: ${listed(left.map(({ key }) => key))}.`,
      remedy: `cms media sweep${env}; the service does so once a day`,
    },
  ]
}

function partly({ objects }: Listing): DoctorFinding {
  return {
    topic: 'media',
    severity: 'note',
    message: `The media library is large: ${objects.length} objects were compared with their rows, not all.`,
    remedy: 'cms media sweep --dry-run, which compares all of them',
  }
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `${names.slice(0, NAMED).join(', ')}${more}`
}
