import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_FILE } from './data-folder.ts'
import { PRIVATE_FILE } from './private-files.ts'

/** A server's description of itself in its data folder. */
export interface ServerState {
  /** The process that takes signals. */
  readonly pid: number
  /** Folder of the build that every process runs, without links. */
  readonly build: string
  /** `HOST`, and `TRUSTED_PROXIES` as it was written. */
  readonly host: string
  readonly trustedProxies: string
  /** A build that the server was to take and did not. */
  readonly refused: { readonly build: string; readonly reason: string } | null
}

/** Writes the file at once and whole. */
export function writeServerState(folder: string, state: ServerState): void {
  const path = join(folder, SERVER_FILE)
  writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: PRIVATE_FILE })
  renameSync(`${path}.new`, path)
}

/** Reads the description of the last server, which may have been killed since; `null` where there was none, or it stopped. */
export function readServerState(folder: string): ServerState | null {
  try {
    return JSON.parse(readFileSync(join(folder, SERVER_FILE), 'utf8')) as ServerState // written above
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function removeServerState(folder: string): void {
  rmSync(join(folder, SERVER_FILE), { force: true })
}
