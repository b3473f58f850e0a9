import { closeSync, fdatasync, openSync } from 'node:fs'

/** Forces a database's write-ahead log to the disk while the thread goes on. */
export interface LogSync {
  /**
   * Resolves once whatever was committed before the call is on the disk. Calls that come while it is forced share the next time.
   * @throws Error of the system, such as `EIO`
   */
  synced(): Promise<void>
  /** Ends once everybody who waits has been told. */
  close(): Promise<void>
}

/**
 * @param path of the database file. A connection has it open in WAL mode, and longer than this: its log is one file until then.
 * @throws Error where there is no log
 */
export function openLogSync(path: string): LogSync {
  const file = openSync(`${path}-wal`, 'r+') // Windows forces only what may be written
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const whenIdle = () => current.catch(() => {}) // who waited for it has been told
  return {
    synced() {
      next ??= whenIdle().then(() => {
        next = undefined
        current = force(file)
        return current
      })
      return next
    },
    async close() {
      await next?.catch(() => {})
      await whenIdle()
      closeSync(file)
    },
  }
}

function force(file: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())))
}
