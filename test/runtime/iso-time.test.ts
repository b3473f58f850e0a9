import { expect, it } from 'vitest'
import { isoTime } from '../../src/runtime/common/iso-time.ts'

const DAY = 86_400_000

it('writes times as Date does, on every day of eight centuries', () => {
  for (let day = Date.UTC(1600, 0, 1) / DAY; day < Date.UTC(2400, 0, 1) / DAY; day += 1) {
    const time = day * DAY + ((day * 7_919_777) % DAY)
    if (isoTime(time) !== new Date(time).toISOString()) expect(isoTime(time)).toBe(new Date(time).toISOString())
  }
})

it.each([
  -0.5,
  1.5,
  Date.UTC(0, 0, 1),
  Date.UTC(-1, 11, 31),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(10_000, 0, 1),
  -8.64e15,
])('writes %d as Date does', (time) => {
  expect(isoTime(time)).toBe(new Date(time).toISOString())
})

it('refuses what is no time', () => {
  expect(() => isoTime(Number.NaN)).toThrow(RangeError)
})
