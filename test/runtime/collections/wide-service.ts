import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { compile } from '../../../src/compile/index.ts'
import { TRANSLATED_AT } from '../../../src/ground/variants.ts'
import type { Manifest, ManifestCollection, ManifestField } from '../../../src/manifest/index.ts'
import { asDeclared } from '../../../src/manifest/localized.ts'
import { as } from '../../harness/as.ts'
import type { Service } from '../../harness/service.ts'

/** The project in test/fixtures/wide. */
export const WIDE = fileURLToPath(new URL('../../fixtures/wide', import.meta.url))

/** Those who ask, by their role. */
export const CALLERS = {
  nobody: {},
  viewer: as('viewer', 'vera'),
  translator: as('translator', 'tom'),
  author: as('author', 'ann'),
  editor: as('editor', 'eve'),
  admin: as('admin', 'ada'),
} as const

export type Caller = keyof typeof CALLERS

/** A document as `locale=*` tells it: localized values by locale. */
export type Raw = Readonly<Record<string, unknown>> & { readonly id: string }

export interface World {
  readonly manifest: Manifest
  /** By name. */
  readonly collections: ReadonlyMap<string, ManifestCollection>
  /** Living documents by collection, in no order. */
  readonly documents: ReadonlyMap<string, readonly Raw[]>
  /** Times of the last change in each language, in milliseconds since the epoch, by document. */
  readonly translated: ReadonlyMap<string, Readonly<Record<string, number | null>>>
  /** Rows of `users`, as a reference shows them. */
  readonly users: ReadonlyMap<string, object>
  /** Items of the media library, as a reference shows them, by id. */
  readonly media: ReadonlyMap<string, object>
}

/** The manifest of the project. */
export async function wideManifest(): Promise<Manifest> {
  const { manifest, diagnostics } = await compile({ root: WIDE })
  if (manifest === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return manifest
}

const LONG = 'Long text that no pattern of fifty bytes would ever hold, 😀 and on it goes'

/** Words in which characters, cases, patterns and quotes differ. */
export const WORDS = [
  'a',
  'A',
  'Ä',
  'ä',
  'é',
  'e\u0301',
  'ß',
  '😀',
  '😀a',
  '日本',
  "it's",
  '50%',
  'a_b',
  '\\',
  '"q"',
].concat(['ZZ top', 'z', 'a,b', LONG])

const text = fc.constantFrom(...WORDS)
const TIMES = ['2024-02-29T00:00:00.000Z', '2026-01-01T12:00:00.123Z', '1969-12-31T23:59:59.999Z']

/** Values of each kind, given ids of topics and of media. A kind that is missing fails. */
function valuesOf({ kind, options }: ManifestField, { topics, media }: Targets): fc.Arbitrary<unknown> {
  const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    string: text,
    text: fc.tuple(text, fc.constantFrom('', LONG), text).map((parts) => parts.join(' ').trim()),
    richText: text,
    number: options.integer === true ? fc.constantFrom(-3, 0, 7, 1000) : fc.constantFrom(-3, 0, 1, 2.5, 1000, 0.1),
    boolean: fc.boolean(),
    date: fc.constantFrom('2024-02-29', '2026-01-01', '2026-01-02'),
    datetime: fc.constantFrom(...TIMES),
    select: fc.constantFrom('a', 'b', 'c'),
    json: fc.constantFrom<unknown>({ a: [1, null, { b: 'é' }] }, [], 'x', 0, false),
    media: fc.constantFrom(...media),
    reference: fc.constantFrom(...topics),
    references: fc.uniqueArray(fc.constantFrom(...topics), { maxLength: 3 }),
    list: fc.array(
      text.map((word) => word.slice(0, 50)),
      { maxLength: 3 },
    ),
    group: fc.record({ word: text, size: fc.constantFrom(1, 2.5, null) }),
    blocks: fc.array(fc.record({ type: fc.constant('line'), text }), { maxLength: 3 }),
  }
  const found = values[kind]
  if (!found) throw new Error(`there are no values for fields of the kind ${kind}`)
  return found
}

interface Targets {
  readonly topics: readonly string[]
  readonly media: readonly string[]
}

/** Bodies of documents with a value, or none, in every field and language. */
function bodyOf({ fields }: ManifestCollection, targets: Targets, locales: readonly string[]): fc.Arbitrary<object> {
  const own = fields.filter(
    ({ name, kind, readOnly, target }) =>
      !readOnly && kind !== 'slug' && !OWN.has(name) && (target === null || ['topics', 'media'].includes(target)),
  )
  const members = own.map((field) => {
    const { name, kind, options, required } = field
    const value = valuesOf(field, targets)
    const held = required ? value : fc.option(value, { freq: 4, nil: kind === 'references' ? [] : null })
    return [name, options.localized === true ? inLocales(held, locales) : held] as const
  })
  return fc.record(Object.fromEntries(members))
}

/** Names whose values depend on documents that are made before. */
const OWN = new Set(['code', 'name', 'publishedLocales'])

const inLocales = (value: fc.Arbitrary<unknown>, locales: readonly string[]) =>
  fc.tuple(...locales.map(() => value)).map((values) => Object.fromEntries(locales.map((one, at) => [one, values[at]])))

const COUNT = 150

/** Fills a service with documents of every kind, caller and standing, the same for the same seed. */
export async function fillWide(service: Service, seed = 7): Promise<World> {
  const whole = await wideManifest()
  const manifest = asDeclared(whole)
  const collections = new Map(manifest.collections.map((collection) => [collection.name, collection]))
  const shape = (name: string) => collections.get(name) as ManifestCollection // the project has it
  const locales = Object.keys(manifest.locales?.chains ?? {})
  await addUsers(service)
  const media = await uploadSome(service)
  const random = fc.sample(fc.nat(), { numRuns: COUNT * 40, seed })
  let drawn = 0
  const nat = (below: number) => {
    drawn += 1
    return (random[drawn % random.length] ?? 0) % below
  }
  const pick = <Item>(items: readonly Item[]): Item | null => (nat(5) === 0 ? null : (items[nat(items.length)] ?? null))
  const people = await makeAll(service, shape('people'), [
    ['editor', { name: 'Ada', locked: true }],
    ['viewer', { name: 'ada' }],
    ['author', { name: 'Zoë' }],
    ['viewer', { name: 'Łukasz' }],
  ])
  const topics = await makeAll(
    service,
    shape('topics'),
    Array.from({ length: 8 }, (_, index) => [
      'editor',
      {
        name: ['one', 'Two', 'three', 'Ärger'][index % 4],
        word: { en: pick(WORDS), de: pick(WORDS), fr: pick(WORDS) },
        weight: pick([0, 1, 2]),
        deskNote: pick(['x', 'y']),
        person: pick(people),
        status: index % 3 === 0 ? 'draft' : 'published',
        publishedLocales: [null, ['en'], ['de', 'fr']][index % 3],
      },
    ]),
  )
  const makers: readonly Caller[] = ['editor', 'author', 'admin']
  const items: string[] = []
  const bodies = fc.sample(bodyOf(shape('items'), { topics, media }, locales), { numRuns: COUNT, seed })
  for (let from = 0; from < COUNT; from += 30) {
    const made = await makeAll(
      service,
      shape('items'),
      bodies.slice(from, from + 30).map((body, index) => {
        const caller = makers[(from + index) % makers.length] ?? 'editor'
        const { deskNote: _, desk: __, ...plain } = body as Record<string, unknown>
        return [
          caller,
          {
            ...(caller === 'author' ? plain : body),
            code: pick([`code ${from + index}`]),
            first: pick(items),
            held: nat(4) === 0 ? pick(items) : null,
            person: pick(people),
            user: pick(USERS.map(([id]) => id)),
            publishedLocales: nat(3) === 0 ? locales.filter(() => nat(2) === 0) : null,
            ...STANDINGS[nat(caller === 'author' ? 1 : STANDINGS.length)],
          },
        ]
      }),
    )
    items.push(...made)
  }
  const papers = fc.sample(bodyOf(shape('papers'), { topics, media }, locales), { numRuns: 30, seed })
  const owners: readonly Caller[] = ['editor', 'viewer', 'author']
  await makeAll(
    service,
    shape('papers'),
    papers.map((body, index) => [owners[index % owners.length] ?? 'editor', body]),
  )
  await moveOn(service, items)
  const documents = new Map<string, readonly Raw[]>()
  for (const collection of manifest.collections) documents.set(collection.name, await readAll(service, collection))
  return {
    manifest,
    collections,
    documents,
    translated: new Map((await Promise.all(whole.collections.map((one) => timesOf(service, one)))).flat()),
    users: new Map(USERS.map(userObject)),
    media: await mediaObjects(service, media),
  }
}

async function timesOf(service: Service, { table, fields, locales }: ManifestCollection) {
  const times = fields.filter(({ name }) => name.split('@')[0] === TRANSLATED_AT)
  const rows = await service.sql<Record<string, number | null>>(`SELECT * FROM "${table}"`)
  return rows.map((row) => {
    const own = times.map(({ name, column }) => [
      name.split('@')[1] ?? locales?.default ?? '',
      row[column ?? ''] ?? null,
    ])
    return [String(row.id), Object.fromEntries(own) as Readonly<Record<string, number | null>>] as const
  })
}

const LATER = '2100-01-01T00:00:00.000Z'
const STANDINGS = [
  { status: 'draft' },
  { status: 'published' },
  { status: 'published' },
  { status: 'published', publishedAt: '2020-05-05T05:05:05.000Z' },
  { status: 'scheduled', scheduledAt: LATER },
]

/** Some are unpublished, due, changed, changed beside what is published, in the trash; many are of one moment. */
async function moveOn(service: Service, items: readonly string[]): Promise<void> {
  const headers = CALLERS.editor
  const ask = (method: string, path: string, body?: object) =>
    service.json(`/api/items/${path}`, { method, headers, ...(body && { body }) })
  const chosen = (every: number, from: number) => items.filter((_, index) => index % every === from)
  for (const id of chosen(10, 3)) await ask('PATCH', id, { status: 'draft' })
  for (const id of chosen(10, 4)) await ask('PATCH', `${id}?draft=true`, { string: 'pending' })
  for (const id of chosen(10, 5)) await ask('PATCH', `${id}?locale=de`, { localString: 'neu' })
  for (const id of chosen(10, 7)) await ask('PATCH', id, { localString: 'new' })
  for (const id of chosen(30, 6)) await ask('DELETE', id)
  await service.sql('UPDATE items SET created_at = created_at / 400 * 400')
  // Their time has come, and no trigger has run yet.
  await service.sql(
    "UPDATE items SET scheduled_at = 1767225600000, published_at = 1767225600000 WHERE status = 'scheduled' AND number > 0",
  )
}

/** Makes documents one by one, each by somebody; returns their ids. */
async function makeAll(
  service: Service,
  collection: ManifestCollection,
  bodies: readonly (readonly [Caller, object])[],
): Promise<string[]> {
  const { name } = collection
  const ids: string[] = []
  for (const [caller, body] of bodies) {
    const answer = await service.json(`/api/${name}${everyLocale(collection)}`, { body, headers: CALLERS[caller] })
    if (answer.status !== 201) throw new Error(`${name} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`)
    ids.push(answer.body.data.id)
  }
  return ids
}

/** Collections without localized fields have no such parameter. */
const everyLocale = ({ locales }: ManifestCollection) => (locales === undefined ? '' : '?locale=*')

/** Every document of a collection, each read by its id. */
export async function readAll(service: Service, collection: ManifestCollection): Promise<Raw[]> {
  const { name } = collection
  const documents: Raw[] = []
  for (const { id } of await service.sql<{ id: string }>(`SELECT id FROM "${name}" ORDER BY rowid`)) {
    const path = `/api/${name}/${id}${everyLocale(collection)}`
    const { status, body } = await service.json(path, { headers: CALLERS.admin })
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    documents.push(body.data)
  }
  return documents
}

const USERS = [
  ['ann', 'Ann', 'Ames', 'Arden'],
  ['bob', 'bob', null, 'Ärger'],
] as const

async function addUsers(service: Service): Promise<void> {
  await service.fetch('/api/health')
  for (const [id, username, first, last] of USERS) {
    await service.sql(
      `INSERT INTO users (id, email, username, first_name, last_name, role, is_active, email_verified, created_at, updated_at)
       VALUES (?1, ?1 || '@example.com', ?2, ?3, ?4, 'viewer', 1, 1, 1767225600000, 1767225600000)`,
      id,
      username,
      first,
      last,
    )
  }
}

const userObject = ([id, username, firstName, lastName]: (typeof USERS)[number]) =>
  [id, { id, username, firstName, lastName }] as const

async function uploadSome(service: Service): Promise<string[]> {
  const ids: string[] = []
  for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) {
    const form = new FormData()
    form.set('file', new File([`%PDF-1.4 ${name}\n%%EOF`], name, { type: 'application/pdf' }))
    const encoded = new Response(form)
    const answer = await service.fetch('/api/media/upload', {
      method: 'POST',
      body: await encoded.arrayBuffer(),
      headers: { ...CALLERS.editor, 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    const { data } = await answer.json()
    if (answer.status !== 201) throw new Error(`the upload is answered ${answer.status}`)
    ids.push(data.id)
  }
  return ids
}

async function mediaObjects(service: Service, ids: readonly string[]) {
  const read = async (id: string) => {
    const { data } = (await service.json(`/api/media/${id}`, { headers: CALLERS.admin })).body
    const { url, filename, alt, thumbnailUrl, focalPoint, width, height } = data
    const shown = { id, url, filename, type: data.type, width, height, alt, thumbnailUrl, focalPoint }
    return [id, shown] as const
  }
  return new Map(await Promise.all(ids.map(read)))
}
