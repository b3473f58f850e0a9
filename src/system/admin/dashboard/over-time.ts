import type { Span } from './stats-object.ts'

const DAY = 86_400_000

/** Number of documents created on one day, in one collection, with the same current status. */
export interface DayCount {
  /** Days since the epoch, UTC. */
  readonly day: number
  readonly collection: string
  readonly status: string
  readonly count: number
}

interface EmptySpan {
  /** Start of the first day, in milliseconds since the epoch. */
  readonly from: number
  readonly fill: (counts: readonly DayCount[]) => Span
}

/**
 * Returns the last days up to a point in time, to be filled with counts.
 * @param now milliseconds since the epoch
 * @param length number of days, including the current one
 */
export function spanOf(now: number, length: number): EmptySpan {
  const first = Math.floor(now / DAY) - length + 1
  const numbers = Array.from({ length }, (_, index) => first + index)
  return {
    from: first * DAY,
    fill: (counts) => ({
      days: numbers.map((day) => {
        const sum = (status: string) => sumOf(counts.filter((row) => row.day === day && row.status === status))
        return {
          date: new Date(day * DAY).toISOString().slice(0, 10),
          published: sum('published'),
          draft: sum('draft'),
          scheduled: sum('scheduled'),
        }
      }),
      byCollection: Object.fromEntries(
        [...new Set(counts.map(({ collection }) => collection))]
          .sort()
          .map((collection) => [
            collection,
            numbers.map((day) => sumOf(counts.filter((row) => row.day === day && row.collection === collection))),
          ]),
      ),
    }),
  }
}

function sumOf(counts: readonly DayCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
