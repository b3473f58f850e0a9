import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

/** Forces a database's write-ahead log to the disk while the thread goes on. */
export interface LogSync {
  /**
   * Resolves once whatever was committed before is on the disk.
   * @throws Error of the system, such as `EIO`
   */
  force(): Promise<void>
  /** Ends once nobody uses the file any more. */
  close(): Promise<void>
}

/**
 * Node has a few threads for all such work, and pictures or passwords may keep them busy: after `longest` milliseconds this
 * thread forces the log itself.
 * @param path of the database file. A connection has it open in WAL mode, and longer than this: its log is one file until then.
 */
export function openLogSync(path: string, longest: number): LogSync {
  let opened: number | undefined
  let elsewhere = Promise.resolve()
  return {
    force: () =>
      new Promise((resolve, reject) => {
        opened ??= openSync(`${path}-wal`, 'r+') // Windows forces only what may be written
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
