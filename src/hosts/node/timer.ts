import { say } from './log.ts'

const MINUTE = 60_000

/**
 * Does something at the beginning of each minute. What takes longer than a minute is not begun a second time.
 * @param run is told the minute that it stands for, in milliseconds since the epoch
 */
export function startTimer(run: (scheduledTime: number) => Promise<void>): {
  /** Ends once what is under way is done. */
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
