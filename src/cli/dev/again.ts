import type { Compilation } from '../../compile/compilation.ts'

/** First pause before another attempt, in milliseconds. Each further one is twice as long as the one before. */
const PAUSE = 10_000

/** Tells whether the evaluation came to no end: on a busy machine that need not be the config's fault. */
export function isLate({ diagnostics }: Pick<Compilation, 'diagnostics'>): boolean {
  return diagnostics.some(({ code }) => code === 'config-hangs')
}

export interface Again {
  /** Notes what a build came to. */
  after(compilation: Pick<Compilation, 'diagnostics'>): void
  end(): void
}

/** Tries again, without waiting for a save, as long as builds come to no end. */
export function createAgain(attempt: () => void): Again {
  let timer: NodeJS.Timeout | undefined
  let pause = PAUSE
  return {
    after(compilation) {
      clearTimeout(timer)
      if (!isLate(compilation)) {
        pause = PAUSE
        return
      }
      timer = setTimeout(attempt, pause)
      pause *= 2
    },
    end: () => clearTimeout(timer),
  }
}
