import type { HostAssets, HostDatabase } from '../host.ts'
import { openDatabase } from './database/node-database.ts'

/** Bindings of a service on a machine. */
export interface Bindings {
  readonly DB: HostDatabase
  readonly ASSETS: HostAssets
}

export interface BindingOptions {
  /** The database's file. */
  readonly database: string
  readonly threadModule: URL
  readonly durability: 'full' | 'normal'
  readonly files: HostAssets
}

/** @throws Error where the data cannot be opened */
export function openBindings({ database, threadModule, durability, files }: BindingOptions): {
  readonly bindings: Bindings
  close(): Promise<void>
} {
  const db = openDatabase(database, { synchronous: durability, threadModule })
  return { bindings: { DB: db, ASSETS: files }, close: () => db.close() }
}
