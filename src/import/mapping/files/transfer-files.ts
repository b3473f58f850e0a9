import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService, UploadRoutes } from 'lintel/importing'
import type { LibraryItem, RecordStore, WantedFile } from '../record-store.ts'
import { FetchRefusal, fetchFile } from './fetch-file.ts'
import type { FileState } from './file-state.ts'
import { type FileSources, type Located, locateFile } from './locate-file.ts'
import { UploadRefusal, uploadFile } from './upload-file.ts'

/** File that is not imported. */
export interface MissingFile {
  readonly key: string
  readonly reason: string
  /** First record that needs the file. */
  readonly neededBy: string
}

/** Files of an import: how many are imported, and which are not. */
export interface FileReport {
  uploaded: number
  /** Number of files that an earlier run has uploaded. */
  known: number
  readonly missing: MissingFile[]
}

/** File that is still to be uploaded, and the location of its bytes. */
export interface Upload {
  readonly file: WantedFile
  readonly from: Exclude<Located, { kind: 'missing' }>
}

/** Marks the files that earlier runs have uploaded, and those that cannot be found, as done. Returns the others. */
export function planUploads(store: RecordStore, state: FileState, sources: FileSources, report: FileReport): Upload[] {
  return store.wantedFiles().flatMap((file): Upload[] => {
    const known = state.find(file.key)
    if (known !== null) {
      store.settleFile(file.placeholder, known)
      report.known += 1
      return []
    }
    const from = locateFile(file, sources)
    if (from.kind !== 'missing') return [{ file, from }]
    store.settleFile(file.placeholder, null)
    report.missing.push({ key: file.key, reason: from.reason, neededBy: file.neededBy })
    return []
  })
}

export interface Transfer {
  readonly store: RecordStore
  readonly state: FileState
  readonly service: RunningService
  readonly routes: UploadRoutes
  readonly mayFetch: (address: string) => boolean
  /** Folder in the library. */
  readonly into: string
  readonly report: FileReport
  readonly onProgress: (done: number) => void
}

/** Maximum number of files that are downloaded and uploaded at the same time. */
const AT_ONCE = 4
/** Pauses before further attempts, in milliseconds. */
const WAITS = [500, 2000]

/** Uploads files into the library, a few at a time. If a file fails, that is noted and the others continue. */
export async function transferFiles(uploads: readonly Upload[], transfer: Transfer): Promise<void> {
  const waiting = [...uploads.entries()]
  let done = 0
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, upload] = next
      await transferOne(upload, index, transfer)
      done += 1
      transfer.onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => waiting.splice(0))
}

async function transferOne({ file, from }: Upload, index: number, transfer: Transfer): Promise<void> {
  const { store, state, report } = transfer
  const fetched = join(store.folder, `fetched-${index}`)
  try {
    const item = await withRetries(async (): Promise<LibraryItem> => {
      if (from.kind === 'address') await fetchFile(from.url, fetched, transfer.mayFetch)
      return uploadFile(from.kind === 'disk' ? from.path : fetched, file, transfer.into, transfer)
    })
    state.add(file.key, item)
    store.settleFile(file.placeholder, item)
    report.uploaded += 1
  } catch (error) {
    if (!(error instanceof FetchRefusal || error instanceof UploadRefusal)) throw error
    store.settleFile(file.placeholder, null)
    report.missing.push({ key: file.key, reason: error.message, neededBy: file.neededBy })
  } finally {
    rmSync(fetched, { force: true })
  }
}

async function withRetries<Result>(act: () => Promise<Result>): Promise<Result> {
  for (const wait of WAITS) {
    try {
      return await act()
    } catch (error) {
      if (!((error instanceof FetchRefusal || error instanceof UploadRefusal) && error.isTemporary)) throw error
      await sleep(wait)
    }
  }
  return act()
}
