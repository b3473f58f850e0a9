import { closeSync, fdatasync, openSync } from 'node:fs'

/** Forces a database's write-ahead log to the disk while the thread goes on. */
export interface LogSync {
  /**
   * Resolves once whatever was committed before is on the disk.
   * @throws Error of the system, such as `EIO`
   */
  force(): Promise<void>
  close(): void
}

/**
 * @param path of the database file. A connection has it open in WAL mode, and longer than this: its log is one file until then.
 * @throws Error where there is no log
 */
export function openLogSync(path: string): LogSync {
  const file = openSync(`${path}-wal`, 'r+') // Windows forces only what may be written
  return {
    force: () => new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve()))),
    close: () => closeSync(file),
  }
}
