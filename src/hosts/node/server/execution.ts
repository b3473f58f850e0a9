import type { ExecutionContext } from 'hono'
import { say } from '../log.ts'

/** Tracks work that continues after a response. */
export interface Background {
  readonly execution: ExecutionContext
  /** Resolves once no background work is left. */
  settled(): Promise<void>
}

/** Creates a tracker of background work, so that the process can wait for it before it ends. */
export function createBackground(): Background {
  const running = new Set<Promise<unknown>>()
  return {
    execution: {
      waitUntil(work) {
        const noted = Promise.resolve(work)
          .catch((error: unknown) => say('error', String(error), 'background'))
          .finally(() => running.delete(noted))
        running.add(noted)
      },
      passThroughOnException() {},
      props: {},
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
