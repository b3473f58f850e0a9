import type { BucketFiles } from '../../config/bucket-files.ts'
import type { ManifestEnvironment } from '../../manifest/index.ts'
import type { Compiled } from '../compile-project.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { withTarget } from '../target/with-target.ts'
import type { DoctorFinding } from './finding.ts'
import { type BucketChoice, type Listing, listBucket } from './list-bucket.ts'

export interface StoredChoice extends BucketChoice {
  readonly compilation: Compiled
}

const HOUR = 3_600_000
/**
 * Minimum age of an orphaned object: a younger one may belong to an upload that is not recorded yet, and the plugin's
 * sweep ignores it, too.
 */
const ORPHAN_AGE = 24 * HOUR
/** Minimum age of a missing file: a younger one may have been uploaded while the bucket was listed. */
const FILE_AGE = HOUR
/**
 * Maximum number of objects and rows that are compared: 200 calls of a thousand. `PATIENCE` is the maximum duration, in
 * milliseconds.
 */
const MOST = 200_000
const PATIENCE = 60_000
/** Maximum number of rows in one query. */
const ROWS = 5000
/** Maximum number of files that a finding names; the others are counted. */
const NAMED = 3

/** Files of a plugin in one environment. */
interface Checked extends BucketFiles {
  readonly plugin: string
  /** The option `--env` for commands; empty for development. */
  readonly env: string
}

/**
 * Finds files of plugins whose bytes are not in the bucket, and objects in the plugins' folders that belong to no file.
 * Only keys are read.
 * @throws Failure if the bucket or the database cannot be reached
 */
export async function checkStored(choice: StoredChoice): Promise<readonly DoctorFinding[]> {
  const { manifest } = choice.compilation
  const environment = manifest.environments[choice.environment]
  const findings: DoctorFinding[] = []
  for (const { name, bucketFiles } of manifest.plugins) {
    if (bucketFiles === null || environment?.settings[name] === undefined) continue
    const env = choice.environment === 'development' ? '' : ` --env ${choice.environment}`
    const checked = { ...bucketFiles, plugin: name, env }
    findings.push(...(isElsewhere(checked, environment) ? [elsewhere(checked)] : await checkFiles(choice, checked)))
  }
  return findings
}

async function checkFiles(choice: StoredChoice, checked: Checked): Promise<readonly DoctorFinding[]> {
  const { config, environment, root, persist, data, variables } = choice
  const until = Date.now() + PATIENCE
  const listing = await listBucket(choice, [checked.folder, ...checked.others], { objects: MOST, until })
  const options = { env: environment, persist, data }
  const known = await withTarget({ root, config, options, variables }, ({ database }) =>
    readKnown(database, checked, until),
  )
  return [
    ...missing(listing, known, checked),
    ...orphans(listing, known, checked),
    ...(listing.isWhole && known.isWhole ? [] : [partly(listing, checked)]),
  ]
}

function isElsewhere({ plugin, elsewhere }: Checked, { settings }: ManifestEnvironment): boolean {
  const entries = Object.entries(elsewhere)
  return entries.length > 0 && entries.every(([name, value]) => settings[plugin]?.[name] === value)
}

function elsewhere({ plugin, sweep }: Checked): DoctorFinding {
  return {
    topic: 'files',
    severity: 'note',
    message: `Files of ${plugin} are in storage that only the worker can read: they were not compared with their rows.`,
    remedy: `${sweep} --dry-run, which asks the worker`,
  }
}

interface FileRow {
  readonly filename: string
  readonly name: string
  readonly at: number
}

/** Files that the database knows. */
interface Known {
  /** Files, ordered by key. */
  readonly files: readonly FileRow[]
  /** Keys of uploads in progress, and of files whose bytes are still to be deleted. */
  readonly others: ReadonlySet<string>
  readonly isWhole: boolean
}

async function readKnown(database: ProjectDatabase, checked: Checked, until: number): Promise<Known> {
  const [others = []] = await database.query<{ filename: string }>(checked.unsettled)
  const files: FileRow[] = []
  for (let after = ''; ; ) {
    const [rows = []] = await database.run<FileRow>([{ sql: checked.files, values: [after, String(ROWS)] }])
    files.push(...rows)
    after = rows.at(-1)?.filename ?? ''
    const isWhole = rows.length < ROWS
    if (isWhole || files.length >= MOST || Date.now() >= until) {
      return { files, others: new Set(others.map(({ filename }) => filename)), isWhole }
    }
  }
}

/** Finds missing files. If the listing is incomplete, only files up to its last key are checked. */
function missing({ objects, isWhole }: Listing, { files }: Known, { folder }: Checked): readonly DoctorFinding[] {
  const there = new Set(objects.filter(({ key }) => key.startsWith(folder)).map(({ key }) => key.slice(folder.length)))
  const last = isWhole || objects.some(({ key }) => !key.startsWith(folder)) ? null : ([...there].at(-1) ?? '')
  const before = Date.now() - FILE_AGE
  const gone = files.filter(
    ({ filename, at }) => !there.has(filename) && at < before && (last === null || filename <= last),
  )
  if (gone.length === 0) return []
  const named = gone.map(({ filename, name }) => `${name} (${folder}${filename})`)
  return [
    {
      topic: 'files',
      severity: 'error',
      message: `Files whose bytes are not in the bucket: ${listed(named)}.`,
      remedy: 'restore the objects from a copy of the bucket, or delete these items and upload them again',
    },
  ]
}

/** Finds orphaned objects. If not all rows are known, only objects up to the last known row are checked. */
function orphans({ objects }: Listing, known: Known, checked: Checked): readonly DoctorFinding[] {
  const names = new RegExp(checked.names)
  const { files, others, isWhole } = known
  const keys = new Set(files.map(({ filename }) => filename))
  const last = isWhole ? null : (files.at(-1)?.filename ?? '')
  const before = Date.now() - ORPHAN_AGE
  const left = objects.filter(({ key, uploadedAt }) => {
    const [, file = ''] = key.split('/', 2)
    if (!names.test(file)) return false
    return uploadedAt < before && !keys.has(file) && !others.has(file) && (last === null || file <= last)
  })
  if (left.length === 0) return []
  return [
    {
      topic: 'files',
      severity: 'warning',
      message: `Objects in the bucket that belong to no file: ${listed(left.map(({ key }) => key))}.`,
      remedy: `${checked.sweep}${checked.env}; the service does so once a day`,
    },
  ]
}

function partly({ objects }: Listing, { plugin, sweep, env }: Checked): DoctorFinding {
  return {
    topic: 'files',
    severity: 'note',
    message: `${plugin} has many files: only ${objects.length} objects were compared with their rows.`,
    remedy: `${sweep}${env} --dry-run, which compares all of them`,
  }
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `${names.slice(0, NAMED).join(', ')}${more}`
}
