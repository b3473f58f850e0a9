import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PRIVATE_FOLDER } from '../../hosts/node/private-files.ts'

/** The folder of local data, where no other one is named. */
export const LOCAL_DATA = '.wrangler/state'

/** Address at which `cms dev` serves where it is not told otherwise. */
const USUAL = 'http://localhost:8787'

interface Note {
  readonly url: string
  readonly pid: number
}

/**
 * Notes beside the local data where it is served, for commands that ask the service.
 * @returns takes the note away
 */
export function noteAddress(persist: string, url: string): () => Promise<void> {
  mkdirSync(persist, { recursive: true, mode: PRIVATE_FOLDER })
  writeFileSync(fileIn(persist), JSON.stringify({ url, pid: process.pid } satisfies Note))
  return async () => rmSync(fileIn(persist), { force: true })
}

/**
 * The address at which `cms dev` serves the project's local data, or would.
 * @param persist the folder of local data
 */
export function localAddress(root: string, persist = LOCAL_DATA): string {
  try {
    const { url, pid } = JSON.parse(readFileSync(fileIn(resolve(root, persist)), 'utf8')) as Note // as noted above
    process.kill(pid, 0) // throws where that process has ended without taking its note away
    return url
  } catch {
    return USUAL
  }
}

function fileIn(persist: string): string {
  return join(persist, 'cms-dev.json')
}
