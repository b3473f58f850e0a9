import { clock } from '../behaviours/clock.ts'

/** A time as the reader writes it: `14:05`. */
export function timeOfDay(at: number): string {
  return clock.format(at)
}
