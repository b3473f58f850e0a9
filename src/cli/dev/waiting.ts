import type { Front } from './front.ts'

/** Makes requests wait after an edit through a form, so that they see its effect on the project. */
export interface Waiting {
  /**
   * Makes requests wait from now on.
   * @param paths absolute paths of the files that have just been written
   */
  start(paths: readonly string[]): void
  /** Runs `work`, which handles a save of these files. Requests wait until all written files have been handled. */
  during(paths: readonly string[], work: () => Promise<void>): Promise<void>
  /** Sets the function that returns the target of requests after the wait. */
  until(target: () => URL | null): void
  close(): Promise<void>
}

/** Maximum time to wait until the file watcher notices the written files, in milliseconds. */
const PATIENCE = 3000

export function createWaiting(front: Pick<Front, 'hold' | 'open'>): Waiting {
  let target: () => URL | null = () => null
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  const written = new Set<string>()

  const end = (): void => {
    clearTimeout(timer)
    if (isWaiting) front.open(target())
    isWaiting = false
    written.clear()
  }
  return {
    start(paths) {
      isWaiting = true
      for (const path of paths) written.add(path)
      void front.hold(0)
      clearTimeout(timer)
      timer = setTimeout(end, PATIENCE)
    },
    async during(paths, work) {
      for (const path of paths) written.delete(path)
      if (written.size > 0) return work()
      clearTimeout(timer)
      try {
        await work()
      } finally {
        end()
      }
    },
    until(next) {
      target = next
    },
    async close() {
      clearTimeout(timer)
    },
  }
}
