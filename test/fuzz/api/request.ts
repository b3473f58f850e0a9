import { multipartOf, urlencodedOf } from './form-body.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, spoil } from './hostile.ts'
import type { Operation, Parameter, Schema } from './openapi.ts'
import { baseOf } from './seen.ts'
import type { Sent } from './send.ts'
import { type Source, sampleFor } from './valid.ts'

/** Share of a request that is meant to be refused: nothing, one value, or anything. */
export type Mood = 'valid' | 'nearly' | 'hostile'

/** Kinds of mistakes in a request. */
type Wrong = 'path' | 'query' | 'header' | 'body' | 'type'

/** A request of an operation, without what says who asks. */
export function makeRequest(operation: Operation, mood: Mood, source: Source): Sent {
  const wrong = wrongOf(operation, mood, source)
  const body = bodyOf(operation, wrong, source)
  const path = pathOf(operation, wrong, source) + queryOf(operation, wrong, source)
  const headers = [...headersOf(operation, wrong, source), ...body.headers]
  return { method: operation.method, path, headers, ...(body.bytes && { body: body.bytes }) }
}

function wrongOf({ template, bodies }: Operation, mood: Mood, { random }: Source): ReadonlySet<Wrong> {
  if (mood === 'valid') return new Set()
  const possible: Wrong[] = ['query', 'header']
  if (template.includes('{')) possible.push('path')
  if (bodies.length > 0) possible.push('body', 'body', 'body', 'type')
  return new Set(mood === 'nearly' ? [random.pick(possible)] : random.some(possible, 0.5))
}

function pathOf({ template }: Operation, wrong: ReadonlySet<Wrong>, { random, seen }: Source): string {
  const base = baseOf(template)
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (wrong.has('path')) return random.pick(HOSTILE_SEGMENTS)
    return escaped(seen.below(base, name === 'field' ? 'name' : name, random) ?? `none-${random.integer(1, 9)}`)
  })
}

/** Path segments that are sent unchanged: invalid escapes, and characters that are not escaped. */
const HOSTILE_SEGMENTS: readonly string[] = [
  ...HOSTILE_TEXTS.filter((text) => text.trim() !== '' && text.length < 3000).map(escaped),
  '%',
  '%zz',
  '%FF',
  '%C3%28',
  '%2e%2e%2f%2e%2e',
  "a'b",
  'a;b=c',
  '1.0',
  '01',
  '99999999999999999999',
  'x'.repeat(3000),
]

function queryOf({ parameters, method }: Operation, wrong: ReadonlySet<Wrong>, source: Source): string {
  const { random } = source
  const known = parameters.filter((parameter) => parameter.in === 'query')
  const share = random.pick([0, 0.05, 0.2])
  const chosen = known.filter(({ required }) => required || random.chance(share))
  const pairs = chosen.flatMap((parameter) => pairsOf(parameter, source))
  if (wrong.has('query')) pairs.push(...hostilePairs(known, source))
  if (pairs.length === 0 || (method !== 'GET' && !wrong.has('query') && random.chance(0.5))) return ''
  return `?${pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')}`
}

/** A parameter as it is meant: equal to a value, or by an operator. */
function pairsOf({ name, schema, style, description }: Parameter, source: Source): [string, string][] {
  const { random, resolve } = source
  const conditions =
    style === 'deepObject' ? schema.anyOf?.map(resolve).find(({ properties }) => properties) : undefined
  if (conditions && random.chance(0.5)) {
    const operator = random.pick(Object.keys(conditions.properties ?? {}))
    return [[`${name}[${operator}]`, String(sampleFor(conditions.properties?.[operator] ?? {}, source, name))]]
  }
  if (name === 'or') return [[`or[${random.integer(0, 2)}][id]`, String(sampleFor({ type: 'string' }, source, 'id'))]]
  const plain = (conditions && schema.anyOf?.[0]) ?? schema
  return [[name, wordOf(description, name, source) ?? String(sampleFor(plain, source, name))]]
}

/** Of `sort`, `fields` and `populate` the words that they take are in what is said about them. */
function wordOf(description = '', name: string, { random, seen }: Source): string | undefined {
  if (name === 'cursor') return seen.one('nextCursor', random)
  if (!['sort', 'fields', 'populate'].includes(name)) return undefined
  const words = [...description.matchAll(/`([\w.]+)`/g)].map(([, word]) => word ?? '')
  if (words.length === 0) return undefined
  const some = [random.pick(words), ...random.some(words, 0.2)]
  return [...new Set(some)].map((word) => (name === 'sort' && random.chance(0.5) ? `-${word}` : word)).join(',')
}

function hostilePairs(known: readonly Parameter[], { random }: Source): [string, string][] {
  const name = known.length > 0 && random.chance(0.7) ? random.pick(known).name : random.pick(HOSTILE_NAMES)
  const text = random.pick(HOSTILE_TEXTS.filter((one) => one.length < 3000))
  const forms: readonly (() => [string, string][])[] = [
    () => [[name, text]],
    () => [
      [name, '1'],
      [name, '2'],
    ],
    () => [[`${name}[${random.pick(['eq', 'ne', 'gt', 'in', 'null', 'contains', 'foo', '__proto__', ''])}]`, text]],
    () => [[`${name}[a][b][c]`, text]],
    () => [[`${name}.${random.pick(['id', 'name', 'passwordHash', '__proto__', 'a.b.c'])}`, text]],
    () => [[`or[${random.pick(['0', '11', '-1', 'x', '__proto__'])}][${name}]`, text]],
    () => Array.from({ length: 120 }, (_, index) => [`p${index}`, 'x']),
    () => Array.from({ length: 30 }, () => [`${name}[ne]`, text]),
    () => [[name, 'x'.repeat(17_000)]],
    () => [[name, Buffer.from(JSON.stringify([null, text, 1])).toString('base64url')]],
  ]
  return random.pick(forms)()
}

function headersOf({ parameters }: Operation, wrong: ReadonlySet<Wrong>, source: Source): [string, string][] {
  const { random, seen } = source
  const known = parameters.filter((parameter) => parameter.in === 'header' && random.chance(0.3))
  const valid = known.map(({ name, schema }): [string, string] => {
    const etag = name.startsWith('If-') ? seen.one('etag', random) : undefined
    return [name, latin(etag ?? String(sampleFor(schema, source, name)))]
  })
  if (!wrong.has('header')) return valid
  const hostile = latin(random.pick(HOSTILE_TEXTS.filter((text) => text.length < 3000)))
  return [
    ...valid,
    random.pick<[string, string]>([
      ['If-Match', hostile],
      ['If-None-Match', hostile],
      ['Idempotency-Key', hostile],
      ['X-D1-Bookmark', hostile],
      ['Accept', hostile],
      ['Accept-Language', hostile],
      ['Cookie', `auth_token=${hostile}; refresh_token=x; language=${hostile}`],
      ['Authorization', hostile],
      ['Authorization', `Bearer ${hostile}`],
      ['Origin', 'https://evil.example'],
      ['Origin', hostile],
      ['Referer', hostile],
      ['CF-Connecting-IP', hostile],
      ['User-Agent', hostile],
      ['Range', 'bytes=5-1,-0,99999999999-'],
      ['X-Long', 'x'.repeat(8000)],
    ]),
  ]
}

interface Body {
  readonly bytes?: Buffer
  readonly headers: readonly (readonly [string, string])[]
}

function bodyOf({ bodies, method }: Operation, wrong: ReadonlySet<Wrong>, source: Source): Body {
  const { random } = source
  if (bodies.length === 0) return method !== 'GET' && random.chance(0.1) ? asJson({}) : { headers: [] }
  const [type, schema] = random.pick(bodies)
  const valid = sampleFor(schema, source)
  const value = wrong.has('body') ? spoil(valid, random) : valid
  if (wrong.has('body') && random.chance(0.15)) return brokenBody(type, source)
  const written = (WRITERS[type] ?? asBytes)(value, schema, source)
  return wrong.has('type') ? { ...written, headers: wrongType(source) } : written
}

const WRITERS: { readonly [type: string]: (value: unknown, schema: Schema, source: Source) => Body } = {
  'application/json': asJson,
  'application/x-www-form-urlencoded': (value) => ({
    bytes: urlencodedOf(value),
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  }),
  'multipart/form-data': (value, _, { random }) => {
    const { bytes, type } = multipartOf(value, random)
    return { bytes, headers: [['Content-Type', type]] }
  },
}

function asJson(value: unknown): Body {
  return { bytes: Buffer.from(JSON.stringify(value) ?? ''), headers: [['Content-Type', 'application/json']] }
}

function asBytes(value: unknown): Body {
  return {
    bytes: Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
    headers: [['Content-Type', 'application/octet-stream']],
  }
}

/** A body that is none of its type. */
function brokenBody(type: string, { random }: Source): Body {
  const bytes = random.pick([
    Buffer.alloc(0),
    Buffer.from('{'),
    Buffer.from('{"a":1,"a":2,"__proto__":{"b":1}}'),
    Buffer.from('[]'),
    Buffer.from('null'),
    Buffer.from('{"a":"\\ud800"}'),
    Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
    Buffer.from(`${'['.repeat(5000)}${']'.repeat(5000)}`),
    Buffer.from('1e999'),
    Buffer.from('a=%FF%00&a=%zz&&&=&__proto__=1'),
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="../x"\r\n\r\nx'),
    Buffer.alloc(1_100_000, 0x20),
  ])
  return { bytes, headers: [['Content-Type', type === 'multipart/form-data' ? `${type}; boundary=x` : type]] }
}

function wrongType({ random }: Source): [string, string][] {
  const type = random.pick([
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'application/json',
    'a/b; c="',
  ])
  return type === '' ? [] : [['Content-Type', type]]
}

/** Percent-encoded; half a surrogate pair, which no URL can hold, becomes what browsers make of it. */
export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Characters of a header. */
function latin(text: string): string {
  return text.replace(/[^\x20-\x7e\xa1-\xff]/g, '?')
}
