import type { Front } from './front.ts'

/** Keeps requests waiting that come after an edit by form, so that they see what it has made of the project. */
export interface Waiting {
  /** From now on requests wait: these files have just been written, absolute paths. */
  start(paths: readonly string[]): void
  /**
   * Carries out what follows from a save of these files. Once all that were written have been, nobody waits any longer.
   */
  during(paths: readonly string[], work: () => Promise<void>): Promise<void>
  /** Place where requests go afterwards, once that is known. */
  until(target: () => URL | null): void
  close(): Promise<void>
}

/** Time to wait for the watch to notice what was written, in milliseconds. */
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
