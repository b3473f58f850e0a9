import type { Compilation } from '../../compile/compilation.ts'

/** First pause before another attempt, in milliseconds. Each further pause is twice as long as the previous one. */
const PAUSE = 10_000

/** Tells whether the evaluation timed out: on a busy machine this need not be the config's fault. */
export function isLate({ diagnostics }: Pick<Compilation, 'diagnostics'>): boolean {
  return diagnostics.some(({ code }) => code === 'config-hangs')
}

export interface Again {
  /** Must be called with the result of each build. */
  after(compilation: Pick<Compilation, 'diagnostics'>): void
  end(): void
}

/** Repeats a build, without waiting for a save, for as long as builds time out. */
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
