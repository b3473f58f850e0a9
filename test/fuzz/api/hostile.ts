import type { Random } from './random.ts'

/** Stands in every text that must not come back as markup: a page that holds an element of this name has failed. */
export const MARK = 'fzq'

/** Texts that somebody who means harm, or has bad luck, would send. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202e\u200b\ufeff',
  '🙂'.repeat(40),
  'e\u0301\u0301\u0301',
  '日本語 Straße Łódź',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  `"'><${MARK} on${MARK}=1>`,
  `</script><${MARK}>`,
  `</textarea></title><${MARK}>`,
  `javascript:${MARK}`,
  '{{7*7}}<%=7*7%>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e309',
  '0x10',
  '99999999999999999999999',
  '9007199254740993',
  '2026-02-30',
  '2026-01-01T00:00:00Z',
  '0000-00-00T24:60:60+99:99',
  '../../etc/passwd',
  '..\\..',
  'http://169.254.169.254/',
  '%00%FF%zz',
  'a,b,,c,-,--a',
  'a.b.c.d.e.f',
  '[object Object]',
  '*',
  '"*" NEAR( AND OR NOT',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '\r\nSet-Cookie: a=b',
  '\u2028\u2029',
]

/** Any JSON value that fits nothing. */
export function hostileValue(random: Random): unknown {
  const kinds: readonly (() => unknown)[] = [
    () => random.pick(HOSTILE_TEXTS),
    () => random.pick([0, -0, -1, 1.5, 1e20, 1e308, -1e308, 2 ** 53, 2 ** 31, 1e-320]),
    () => random.pick([true, false, null]),
    () => [],
    () => ({}),
    () => Array.from({ length: random.integer(1, 300) }, () => random.pick([null, 1, 'x', {}, []])),
    () => nested(random.integer(5, 120)),
    () => ({ [random.pick(HOSTILE_NAMES)]: random.pick(HOSTILE_TEXTS) }),
    () => [{ type: 'doc', content: [{ type: random.pick(HOSTILE_TEXTS) }] }],
  ]
  return random.pick(kinds)()
}

export const HOSTILE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'id',
  'createdBy',
  'version',
  '',
  'a.b',
  '$ne',
  'x'.repeat(200),
  '🙂',
  'a\0',
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { x: value }
  return value
}

/** A copy with something else in one place: another value, one property less, one more. */
export function spoil(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.integer(0, value.length - 1)
    const spoilt = value.map((item, index) => (index === at ? spoil(item, random) : item))
    return random.chance(0.2) ? [...spoilt, ...spoilt] : spoilt
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.9)) {
    const entries = Object.entries(value)
    if (entries.length === 0 || random.chance(0.15)) {
      return ownProperties([...entries, [random.pick(HOSTILE_NAMES), hostileValue(random)]])
    }
    const at = random.integer(0, entries.length - 1)
    if (random.chance(0.15)) return ownProperties(entries.filter((_, index) => index !== at))
    return ownProperties(entries.map(([name, inner], index) => [name, index === at ? spoil(inner, random) : inner]))
  }
  return hostileValue(random)
}

/** As `Object.fromEntries`, which already makes `__proto__` a property like any other. */
function ownProperties(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries)
}
