import type { ExecutionContext } from 'hono'
import { say } from '../log.ts'

/** Work that goes on after a response. */
export interface Background {
  readonly execution: ExecutionContext
  /** Ends once there is none left. */
  settled(): Promise<void>
}

/** Keeps account of work in the background, so that the process can wait for it before it ends. */
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
