import type { Front } from './front.ts'

/** Keeps requests waiting that come after an edit by form, so that they see what it has made of the project. */
export interface Waiting {
  /** From now on requests wait: the files have just been written. */
  start(): void
  /** Carries out what follows from a save, after which nobody waits any longer. */
  during(work: () => Promise<void>): Promise<void>
  /** Where requests go afterwards, once that is known. */
  until(target: () => URL | null): void
  close(): Promise<void>
}

/** How long to wait for the watch to notice what was written, in milliseconds. */
const PATIENCE = 3000

export function createWaiting(front: Pick<Front, 'hold' | 'open'>): Waiting {
  let target: () => URL | null = () => null
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false

  const end = (): void => {
    clearTimeout(timer)
    if (isWaiting) front.open(target())
    isWaiting = false
  }
  return {
    start() {
      isWaiting = true
      void front.hold(0)
      clearTimeout(timer)
      timer = setTimeout(end, PATIENCE)
    },
    async during(work) {
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
