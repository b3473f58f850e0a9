import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_FILE } from './data-folder.ts'
import { PRIVATE_FILE } from './private-files.ts'

/** State of a running server, in a file in its data folder. */
export interface ServerState {
  /** Pid of the process that handles signals. */
  readonly pid: number
  /** Folder of the build that all processes run, with symbolic links resolved. */
  readonly build: string
  /** Value of `HOST`, and `TRUSTED_PROXIES` as written. */
  readonly host: string
  readonly trustedProxies: string
  /** The build to which the last switch failed; `null` if it succeeded, or there was none. */
  readonly refused: { readonly build: string; readonly reason: string } | null
}

/** Writes the state to `SERVER_FILE`, synchronously and atomically. */
export function writeServerState(folder: string, state: ServerState): void {
  const path = join(folder, SERVER_FILE)
  writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: PRIVATE_FILE })
  renameSync(`${path}.new`, path)
}

/** Reads the state of the last server, which may have been killed since; `null` if none has run, or it has stopped. */
export function readServerState(folder: string): ServerState | null {
  try {
    return JSON.parse(readFileSync(join(folder, SERVER_FILE), 'utf8')) as ServerState // written by `writeServerState`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function removeServerState(folder: string): void {
  rmSync(join(folder, SERVER_FILE), { force: true })
}
