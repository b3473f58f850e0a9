import type { Random } from './random.ts'

/** Values by which answers named things: what later requests ask for. */
export interface Seen {
  /** Keeps what an answer to a path names. */
  note(template: string, body: unknown): void
  /** Keeps one value. */
  add(kind: string, value: string): void
  /** One of a kind; `undefined` as long as there is none. */
  one(kind: string, random: Random): string | undefined
  /** The id or name that a path below `base` ends in, or a thing of any other kind. */
  below(base: string, name: string, random: Random): string | undefined
}

const NAMING = [
  'id',
  'name',
  'key',
  'slug',
  'number',
  'version',
  'nextCursor',
  'etag',
  'email',
  'token',
  'refreshToken',
]
/** The newest of each kind that are kept: older ones are gone most often. */
const KEPT = 50

export function createSeen(): Seen {
  const values = new Map<string, string[]>()
  const add = (kind: string, value: string) => {
    const known = values.get(kind) ?? []
    if (known.includes(value)) return
    known.push(value)
    if (known.length > KEPT) known.shift()
    values.set(kind, known)
  }
  const one = (kind: string, random: Random) => {
    const known = values.get(kind)
    return known && random.pick(known)
  }
  return {
    add,
    one,
    note: (template, body) => {
      const base = baseOf(template)
      for (const [name, value] of named(body, 0)) {
        add(name, value)
        add(`${base} ${name}`, value)
      }
    },
    below: (base, name, random) =>
      (random.chance(0.9) ? one(`${base} ${name}`, random) : undefined) ?? one(name, random),
  }
}

/** Path before the first parameter. */
export function baseOf(template: string): string {
  return template.split('/{')[0] ?? template
}

function named(value: unknown, depth: number): [string, string][] {
  if (typeof value !== 'object' || value === null || depth > 4) return []
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((item) => named(item, depth + 1))
  return Object.entries(value).flatMap(([name, inner]) => {
    if (NAMING.includes(name) && (typeof inner === 'string' || typeof inner === 'number')) {
      return [[name, String(inner)] as [string, string]]
    }
    return named(inner, depth + 1)
  })
}
