import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

/** Flushes a database's write-ahead log to disk without blocking the thread. */
export interface LogSync {
  /**
   * Resolves once everything that was committed before the call is on disk.
   * @throws Error of the system, such as `EIO`
   */
  force(): Promise<void>
  /** Closes the file once no flush is running. */
  close(): Promise<void>
}

/**
 * Opens the log of a database. Node has few threads for flushing, and pictures or passwords may occupy them: after
 * `longest` milliseconds this thread flushes the log itself.
 * @param path path of the database file. A connection must keep it open in WAL mode until `close`, so that the log
 * remains the same file
 */
export function openLogSync(path: string, longest: number): LogSync {
  let opened: number | undefined
  let elsewhere = Promise.resolve()
  return {
    force: () =>
      new Promise((resolve, reject) => {
        opened ??= openSync(`${path}-wal`, 'r+') // Windows flushes only files that are open for writing
        const file = opened
        const here = setTimeout(() => {
          try {
            resolve(fdatasyncSync(file))
          } catch (error) {
            reject(error)
          }
        }, longest)
        elsewhere = new Promise((ended) => {
          fdatasync(file, (error) => {
            clearTimeout(here)
            if (error) reject(error)
            else resolve()
            ended()
          })
        })
      }),
    async close() {
      await elsewhere
      if (opened !== undefined) closeSync(opened)
    },
  }
}
