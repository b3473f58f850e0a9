import { say } from './log.ts'

const MINUTE = 60_000

/**
 * Calls a function at the beginning of each minute, but not again while it is still running.
 * @param run receives the minute as milliseconds since the epoch
 */
export function startTimer(run: (scheduledTime: number) => Promise<void>): {
  /** Stops the timer; resolves once the current run is done. */
  stop(): Promise<void>
} {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE))
  }
  const tick = () => {
    wait()
    running ??= run(Math.floor(Date.now() / MINUTE) * MINUTE)
      .catch((error: unknown) => say('error', String(error), 'cron'))
      .finally(() => {
        running = undefined
      })
  }
  wait()
  return {
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}
