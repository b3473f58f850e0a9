import { expect, it } from 'vitest'
import { waitBefore } from '../../../plugins/webhooks/backoff.ts'

const DAY = 86_400

/** The attempt, seconds before the second, the number that was drawn, and seconds to wait. */
it.each([
  [2, 60, 0.5, 60],
  [2, 60, 0, 48],
  [2, 60, 1, 72],
  [3, 60, 0.5, 240],
  [4, 60, 0.5, 960],
  [2, 1, 0.5, 1],
  [7, 60, 0.5, 61_440],
  [8, 60, 0.5, DAY],
  [20, 86_400, 0.5, DAY],
  [20, 86_400, 1, 1.2 * DAY],
  [20, 86_400, 0, 0.8 * DAY],
])('attempt %i after %i, drawn %f, waits %f', (attempt, first, drawn, seconds) => {
  expect(waitBefore(attempt, first, drawn)).toBe(Math.round(seconds * 1000))
})
