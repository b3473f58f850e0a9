import { counted, writeImport } from 'lintel/importing'
import { type Checking, checkLines, importOf } from './check-lines.ts'
import { checkMapping, checkValues } from './check-mapping.ts'
import { type Conversion, convertRecords, noteRecords } from './convert-records.ts'
import { openFileState } from './files/file-state.ts'
import { type FileReport, planUploads, type Transfer, transferFiles, type Upload } from './files/transfer-files.ts'
import { createReport, type ImportReport } from './import-report.ts'
import type { MappingJob } from './mapping-job.ts'
import { type MappingFile, type MappingMistake, mistakesFailure } from './read-mapping.ts'
import { createRecordStore, type RecordStore, type SlugChange } from './record-store.ts'
import { settleLines } from './settle-lines.ts'

/** Outcome of an import. */
export interface MappingOutcome {
  readonly report: ImportReport
  readonly files: FileReport
  /** Number of files that would be uploaded. */
  readonly waiting: number
  /** Slugs that have changed, for the website's redirects. */
  readonly slugs: readonly SlugChange[]
  readonly written: boolean
}

/**
 * Turns the records of another system into documents and writes them. It reads the source twice, checks everything, and
 * uploads files before writing documents that refer to them.
 * @throws Failure for a mapping that does not fit the source or the project
 */
export async function runMapping(job: MappingJob): Promise<MappingOutcome> {
  const store = createRecordStore()
  try {
    return await runWith(job, store)
  } finally {
    store.dispose()
  }
}

async function runWith(job: MappingJob, store: RecordStore): Promise<MappingOutcome> {
  const { source, file, plans, uploads } = job
  const { mapping } = file
  const mayFetch = allowance(mapping.files.fetch ?? [])
  const report = createReport()
  const fileTargets = new Set(uploads.keys())
  const conversion: Conversion = { source, mapping, plans, store, report, fileTargets, mayFetch, now: Date.now() }
  const files: FileReport = { uploaded: 0, known: 0, missing: [] }

  refuse(file, checkMapping(mapping, source, plans, fileTargets))
  const noted = await withProgress(job, 'first pass: read', null, (show) => noteRecords(conversion, show))
  report.unread(source.problems)
  refuse(file, checkValues(mapping, noted.values))
  const label = 'second pass: convert'
  const converted = await withProgress(job, label, noted.records, (show) => convertRecords(conversion, show))

  const [table] = fileTargets
  const state = await openFileState(file.path, job.env, job.database, table)
  const waiting = planUploads(store, state, { folder: job.folder, mayFetch }, files)
  const checking = { ...job, store, report }
  let checked = await checkLines(converted, checking)
  try {
    const outcome = { report, files, waiting: waiting.length, slugs: store.slugChanges() }
    if (report.problems.total > 0 || job.dryRun) return { ...outcome, written: false }
    if (waiting.length > 0) {
      const failed = await bringFiles(waiting, { ...checking, state, files, mayFetch })
      const path = await settleLines(checked.path, store, 'with-files.ndjson')
      // A document may require a file that was not imported.
      if (failed) {
        checked.scratch.dispose()
        checked = await checkLines(path, checking)
      } else checked = { ...checked, path }
      if (report.problems.total > 0) return { ...outcome, written: false }
    }
    report.restart()
    await writeImport(importOf(checked, checking))
    return { ...outcome, written: true }
  } finally {
    checked.scratch.dispose()
  }
}

function refuse(file: MappingFile, mistakes: readonly MappingMistake[]): void {
  if (mistakes.length > 0) throw mistakesFailure(file, mistakes)
}

/**
 * Uploads files into the library.
 * @returns whether any file failed
 */
async function bringFiles(
  uploads: readonly Upload[],
  job: Checking & Pick<Transfer, 'state' | 'mayFetch'> & { readonly files: FileReport },
): Promise<boolean> {
  const { store, file, files } = job
  const [routes] = job.uploads.values()
  if (routes === undefined) return false
  const service = await job.reach()
  const missing = files.missing.length
  const into = file.mapping.files.into
  await withProgress(
    job,
    'upload',
    uploads.length,
    (onProgress) => transferFiles(uploads, { ...job, store, service, routes, into, report: files, onProgress }),
    'file',
  )
  return files.missing.length > missing
}

async function withProgress<Result>(
  { output }: Pick<MappingJob, 'output'>,
  label: string,
  total: number | null,
  act: (show: (done: number) => void) => Promise<Result>,
  noun = 'record',
): Promise<Result> {
  const progress = output.startProgress(label, total)
  try {
    return await act((done) => progress.show(done, counted(done, noun)))
  } finally {
    progress.end()
  }
}

/** Returns a function that tells whether an address has one of these origins. */
export function allowance(origins: readonly string[]): (address: string) => boolean {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin))
  return (address) => URL.canParse(address) && allowed.has(new URL(address).origin)
}
