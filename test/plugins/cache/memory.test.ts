import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Entry, isCurrent, remaining } from '../../../plugins/cache/entry.ts'
import { bytesOf, createMemoryTier } from '../../../plugins/cache/memory-tier.ts'

const entry = (key: string, createdAt = 0, more: Partial<Entry> = {}): Entry => ({
  ...{ key, value: null, version: '1', createdAt, expiresAt: 1000, until: null, generations: {} },
  ...more,
})

/** Bytes that the tier takes besides a value, with a key of one letter. */
const BESIDE = 513
const MOST = 8 * 2000

it.each([
  [2000 - BESIDE, 1],
  [2000 - BESIDE + 1, 0],
])('an entry takes an eighth of the tier at most: %i bytes', (bytes, kept) => {
  const tier = createMemoryTier(MOST)
  tier.set(entry('a'), bytes)
  expect([tier.entries().length, tier.bytes()]).toEqual([kept, kept * 2000])
})

const step = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    key: fc.constantFrom(...'abcdefghijkl'),
    bytes: fc.nat(1600),
    at: fc.nat(5),
  }),
  fc.record({ kind: fc.constant('get' as const), key: fc.constantFrom(...'abcdefghijkl') }),
  fc.record({ kind: fc.constant('drop' as const), key: fc.constantFrom(...'abc'), until: fc.nat(5) }),
)

it('keeps what was used last, within its bytes, whatever is done to it', () => {
  const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const tier = createMemoryTier(MOST)
    let model: { key: string; bytes: number; at: number }[] = []
    for (const one of steps) {
      if (one.kind === 'set') {
        tier.set(entry(one.key, one.at), one.bytes)
        model = model.filter(({ key }) => key !== one.key)
        if (one.bytes + BESIDE <= MOST / 8) model.push({ key: one.key, bytes: one.bytes + BESIDE, at: one.at })
        while (model.reduce((sum, { bytes }) => sum + bytes, 0) > MOST) model.shift()
      } else if (one.kind === 'get') {
        const found = model.find(({ key }) => key === one.key)
        expect(tier.get(one.key)?.key).toBe(found?.key)
        if (found) model = [...model.filter((other) => other !== found), found]
      } else {
        const left = model.filter(({ key, at }) => key !== one.key || at > one.until)
        expect(tier.drop((key) => key === one.key, one.until)).toBe(model.length - left.length)
        model = left
      }
      expect(tier.entries().map(({ key, bytes, createdAt: at }) => ({ key, bytes, at }))).toEqual(model)
      expect(tier.bytes()).toBe(model.reduce((sum, { bytes }) => sum + bytes, 0))
    }
  })
  fc.assert(property, { seed: 37, numRuns: 300 })
})

it.each([
  ['', 0],
  ['a\u00ff', 2],
  ['a\u0100', 4],
])('%j takes %i bytes', (text, bytes) => {
  expect(bytesOf(text)).toBe(bytes)
})

it.each([
  [999, 1],
  [1000, 0],
  [1001, 0],
  [0, 1],
  [-1, 2],
])('at %i ms an entry that ends at 1,000 has %i seconds left', (now, seconds) => {
  expect(remaining(entry('a'), now)).toBe(seconds)
})

it.each([
  [{ a: 1, b: 1 }, true],
  [{ a: 0, b: 1 }, true],
  [{ a: 2, b: 1 }, false],
  [{ a: 1, b: 2 }, false],
  [{ c: 9 }, true],
])('made from a 1 and b 1, an entry is right while they are at %j: %s', (now, isRight) => {
  expect(isCurrent(entry('x', 0, { generations: { a: 1, b: 1 } }), ['a', 'b'], now as never)).toBe(isRight)
})
