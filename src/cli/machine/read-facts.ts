import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_FILE } from '../../hosts/node/data-folder.ts'
import { readServerState, type ServerState } from '../../hosts/node/server-file.ts'

/** Facts about a machine that `cms doctor` checks. Sizes are in bytes. */
export interface MachineFacts {
  readonly folder: string
  readonly node: string
  readonly sqlite: string
  /** State that the server has recorded; `null` if no server runs. */
  readonly server: Pick<ServerState, 'host' | 'trustedProxies'> | null
  readonly freeSpace: number
  /** Size of the database, without its log; `null` if there is no database. */
  readonly databaseSize: number | null
  /** Size of the write-ahead log. */
  readonly logSize: number
  /** Permissions of the folder and its database, as octal digits: `700`. */
  readonly rights: { readonly folder: string; readonly database: string | null }
  /** Ids of the users who own the folder and the files in it. */
  readonly owners: readonly number[]
  /** The machine's clock, in milliseconds since the epoch. */
  readonly now: number
  /** Time of the last change to any document, in milliseconds since the epoch; `null` if there are no documents. */
  readonly latest: number | null
}

/** Reads facts about a data folder and its machine without changing anything. */
export function readFacts(folder: string, isRunning: boolean): MachineFacts {
  const { bavail, bsize } = statfsSync(folder)
  const database = statOf(join(folder, DATABASE_FILE))
  const files = readdirSync(folder).flatMap((name) => statOf(join(folder, name)) ?? [])
  return {
    folder,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? 'unknown',
    server: isRunning ? readServerState(folder) : null,
    freeSpace: Number(bavail) * Number(bsize),
    databaseSize: database?.size ?? null,
    logSize: statOf(join(folder, `${DATABASE_FILE}-wal`))?.size ?? 0,
    rights: { folder: digits(statSync(folder).mode), database: database && digits(database.mode) },
    owners: [...new Set([statSync(folder), ...files].map(({ uid }) => uid))],
    now: Date.now(),
    latest: database ? latestTime(join(folder, DATABASE_FILE)) : null,
  }
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false }) ?? null
}

function digits(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, '0')
}

function latestTime(path: string): number | null {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
  try {
    const row = db.prepare('SELECT max(updated_at) AS latest FROM content').get()
    return typeof row?.latest === 'number' ? row.latest : null
  } catch {
    return null // a database that has no tables yet
  } finally {
    db.close()
  }
}
