import { clock } from '../behaviours/clock.ts'

/** Formats a time of day for the user: `14:05`. */
export function timeOfDay(at: number): string {
  return clock.format(at)
}
