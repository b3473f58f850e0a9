import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PRIVATE_FOLDER } from '../../hosts/node/private-files.ts'

/** Default folder of local data. */
export const LOCAL_DATA = '.wrangler/state'

/** Default address of `cms dev`. */
const USUAL = 'http://localhost:8787'

interface Note {
  readonly url: string
  readonly pid: number
}

/**
 * Writes the address of the service into a file beside the local data, for commands that send requests to it.
 * @returns a function that deletes the file
 */
export function noteAddress(persist: string, url: string): () => Promise<void> {
  mkdirSync(persist, { recursive: true, mode: PRIVATE_FOLDER })
  writeFileSync(fileIn(persist), JSON.stringify({ url, pid: process.pid } satisfies Note))
  return async () => rmSync(fileIn(persist), { force: true })
}

/**
 * Returns the address at which `cms dev` serves the project's local data, or would serve it.
 * @param persist folder of local data
 */
export function localAddress(root: string, persist = LOCAL_DATA): string {
  try {
    const { url, pid } = JSON.parse(readFileSync(fileIn(resolve(root, persist)), 'utf8')) as Note // written above
    process.kill(pid, 0) // throws if that process was killed, so that the file stayed
    return url
  } catch {
    return USUAL
  }
}

function fileIn(persist: string): string {
  return join(persist, 'cms-dev.json')
}
