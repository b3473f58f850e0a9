import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cacheKey, matcherOf, namespaceOf, wholeKey } from '../../../plugins/cache/keys.ts'
import { canonicalName } from '../../../src/runtime/response-cache/canonical-name.ts'

const SEED = { seed: 37, numRuns: 3000 }

/** Texts of few letters, so that keys and patterns meet. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', ':', '%', '*', 'é'), maxLength: 5 })
const key = fc
  .array(fc.constantFrom('a', 'b', 'ab', ''), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(':'))
const pattern = fc.string({ unit: fc.constantFrom('a', 'b', ':', '*', ':*', 'cache:'), minLength: 1, maxLength: 6 })

/** The pattern, of harmless letters, as a regular expression, which the cache does without. */
function means(pattern: string): RegExp {
  const whole = /^(?:cache:|\*)/.test(pattern) ? pattern : `cache:${pattern}`
  const written = whole.split('*')
  const bare = whole.endsWith(':*') && written.length === 2 ? `|${whole.slice(0, -2)}` : ''
  return new RegExp(`^(?:${written.join('.*')}${bare})$`, 's')
}

describe('a pattern', () => {
  it('matches what the same wildcards mean anywhere else, and a name without its parameters', () => {
    const property = fc.property(pattern, key, (pattern, key) => {
      const whole = `cache:${key}`
      expect([pattern, whole, matcherOf(pattern)(whole)]).toEqual([pattern, whole, means(pattern).test(whole)])
    })
    fc.assert(property, SEED)
  })

  it('begins with the name of the cache only where it is written so', () => {
    expect(matcherOf('cache:a:b')('cache:a:b')).toBe(true)
    expect(matcherOf('cache:a:b')('cache:cache:a:b')).toBe(false)
    expect(matcherOf('cached:a')('cache:cached:a')).toBe(true)
  })
})

describe('a key', () => {
  const parameters = fc.dictionary(text, fc.oneof(text, fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxKeys: 3 })

  it('tells apart what differs, in whatever order it is given', () => {
    const property = fc.property(text, parameters, text, parameters, (name, asked, other, others) => {
      const said = (name: string, parameters: object) =>
        JSON.stringify([
          name,
          Object.entries(parameters)
            .map(([k, v]) => [k, String(v)])
            .sort(),
        ])
      const isSame = said(name, asked) === said(other, others)
      expect(cacheKey(name, asked) === cacheKey(other, others)).toBe(isSame)
      const reversed = Object.fromEntries(Object.entries(asked).toReversed())
      expect(cacheKey(name, reversed)).toBe(cacheKey(name, asked))
    })
    fc.assert(property, SEED)
  })

  it('of a response is one for each question, however it is spelled', () => {
    const query = fc.dictionary(fc.constantFrom('a', 'b', 'c'), text, { maxKeys: 3 })
    const property = fc.property(query, query, fc.boolean(), (one, two, isPretty) => {
      const at = (parameters: object) =>
        `https://cms.example.com/api/x?${new URLSearchParams(Object.entries(parameters))}`
      const said = (parameters: object) => JSON.stringify(Object.entries(parameters).sort())
      const name = (parameters: object) => canonicalName('x', at(parameters), isPretty)
      expect(name(one) === name(two)).toBe(said(one) === said(two))
      expect(name(Object.fromEntries(Object.entries(one).toReversed()))).toBe(name(one))
      expect(canonicalName('x', at(one), true)).not.toBe(canonicalName('x', at(one), false))
    })
    fc.assert(property, SEED)
  })

  it.each([
    ['a:b', 'cache:a:b'],
    ['cache:a:b', 'cache:a:b'],
    ['a:b:c:d', 'cache:a:b:c:d'],
    [`a:${'x'.repeat(4088)}`, `cache:a:${'x'.repeat(4088)}`],
    [`a:${'x'.repeat(4089)}`, null],
    ['a:cache:b', 'cache:a:cache:b'],
    ['', null],
    ['a', null],
    ['a:', null],
    [':a', null],
    ['cache:a', null],
    ['cache::a', null],
  ])('%.20s becomes %.20s', (key, whole) => {
    if (whole === null) expect(() => wholeKey(key)).toThrow(TypeError)
    else expect([wholeKey(key), namespaceOf(wholeKey(key))]).toEqual([whole, 'a'])
  })
})
