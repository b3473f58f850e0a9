import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { routeTable } from '../../../src/manifest/endpoints.ts'
import type { Manifest, ManifestRoute } from '../../../src/manifest/index.ts'
import { as } from '../../harness/as.ts'
import { readManifest } from '../../harness/manifest.ts'
import type { Answer } from '../../harness/service.ts'
import { shareOf } from '../../harness/share.ts'
import { png } from '../../plugins/core-media/files.ts'
import { formOf } from '../../plugins/core-media/service.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { type Ask, id, ids, POPULATE, SHOWS_NOTHING, WAYS } from './ways.ts'

/**
 * Every way of reading × every rule. What a rule keeps from a caller holds a word that stands nowhere else; no answer
 * of
 * any way may have it. A route that the tables do not know fails the test at the end.
 */
let manifest: Manifest
const service = sharedService({
  root: fileURLToPath(new URL('../../fixtures/readers', import.meta.url)),
  vars: {
    JWT_SECRET: 'a secret of the tests that is long enough',
    MEDIA_URL_SECRET: 'a secret that signs addresses of files',
    RESEND_API_KEY: 'none',
  },
  edit: (files) => {
    manifest = readManifest(files.get('.cms/manifest.json'))
  },
})

const CALLERS = {
  anonymous: {},
  viewer: as('viewer', 'vic'),
  author: as('author', 'bob'),
  ann: as('author', 'ann'),
  editor: as('editor', 'eve'),
  admin: as('admin', 'ada'),
} as const
type Caller = keyof typeof CALLERS

/**
 * Each rule by the word that it keeps, and who may have it. `stored` is what a value that is looked for begins with.
 */
const RULES: Readonly<Record<string, { readonly word: string; readonly readers: readonly Caller[] }>> = {
  'a collection that is closed': { word: 'xylograph', readers: ['admin'] },
  'documents of somebody else': { word: 'quagmire', readers: ['admin', 'ann'] },
  'changes that are pending': { word: 'gramophone', readers: ['author', 'ann', 'admin'] },
  'what is not published': { word: 'zeppelin', readers: ['viewer', 'author', 'ann', 'editor', 'admin'] },
  'what a rule lets some see once it is published': { word: 'verbena', readers: ['editor', 'admin'] },
  'a title': { word: 'heliotrope', readers: ['admin'] },
  'a hidden field': { word: 'wolfram', readers: [] },
  'a field for a role': { word: 'kumquat', readers: ['admin'] },
  'a collection for whom a function names': { word: 'jonquil', readers: ['ann', 'admin'] },
}

/** Names that tell what there is, by who may know of it. */
const NAMES: Readonly<Record<string, readonly Caller[]>> = {
  strongroom: ['admin'],
  combinationlock: ['admin'],
  diaries: ['author', 'ann', 'editor', 'admin'],
  honorarium: ['admin'],
  bulletins: ['viewer', 'editor', 'admin'],
  parcels: ['editor', 'admin'],
  letters: ['ann', 'admin'],
  billetdoux: ['ann', 'admin'],
  engraving: ['admin'],
  ciphertext: [],
}

/** Callers who may write a field: they may know its name without seeing its value. */
const WRITERS: Readonly<Record<string, readonly Caller[]>> = {
  honorarium: ['author', 'ann', 'editor'],
  engraving: ['author', 'ann', 'editor'],
  ciphertext: ['author', 'ann', 'editor', 'admin'],
}

async function made(path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<string> {
  const { status, body: answer } = await service.json(path, { body, headers })
  expect(status, JSON.stringify(answer)).toBe(201)
  return answer.data.id
}

async function deleted(collection: string, body: object, headers = CALLERS.admin as Readonly<Record<string, string>>) {
  const document = await made(`/api/${collection}`, body, headers)
  const { status } = await service.fetch(`/api/${collection}/${document}`, { method: 'DELETE', headers })
  expect(status).toBe(204)
  return document
}

async function uploaded(name: string, seed: number, isPrivate: boolean): Promise<string> {
  const body = formOf([{ bytes: png({ seed }), name }], isPrivate ? { private: 'true' } : {})
  const answer = await service.fetch('/api/media/upload', { method: 'POST', body, headers: CALLERS.admin })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

beforeAll(async () => {
  const { admin, ann } = CALLERS
  await service.fetch('/api/health')
  await service.sql(
    "INSERT INTO users (id, email, username, password_hash, role, is_active, created_at, updated_at) VALUES ('mia', 'marmoset@example.com', 'mia', '', 'editor', 1, 0, 0)",
  )
  ids.file = await uploaded('secret.png', 1, true)
  ids.open = await uploaded('open.png', 2, false)
  const story = {
    name: 'Seen by all',
    ciphertext: 'wolfram in a field',
    honorarium: 'kumquat in a field',
    engraving: ids.open,
    address: 'seen-by-all',
    picture: ids.file,
    status: 'published',
  }
  ids.story = await made('/api/stories', story, admin)
  ids.other = await made(
    '/api/stories',
    { ...story, name: 'Another', ciphertext: 'plain', honorarium: 'none', address: 'b', status: 'published' },
    admin,
  )
  ids.draft = await made('/api/stories', { name: 'A zeppelin to come' }, admin)
  const held = {
    name: 'A xylograph',
    combinationlock: 'xylograph 1-2-3',
    story: ids.story,
    picture: ids.open,
    status: 'published',
  }
  ids.closed = await made('/api/strongroom', held, admin)
  ids.closedDraft = await made('/api/strongroom', { ...held, name: 'A xylograph to come', status: 'draft' }, admin)
  ids.parcel = await made('/api/parcels', { name: 'A heliotrope', story: ids.story }, admin)
  ids.bulletin = await made('/api/bulletins', { name: 'A verbena to come', story: ids.story }, admin)
  ids.due = await made(
    '/api/bulletins',
    { name: 'A begonia', status: 'scheduled', scheduledAt: '2099-01-01T00:00:00.000Z' },
    admin,
  )
  await service.sql('UPDATE bulletins SET scheduled_at = 5, published_at = 5 WHERE id = ?', ids.due)
  ids.letter = await made(
    '/api/letters',
    { name: 'A jonquil', billetdoux: 'jonquil', story: ids.story, status: 'published' },
    admin,
  )
  ids.own = await made('/api/diaries', { name: 'A quagmire', story: ids.story, picture: ids.open }, ann)
  await service.json(`/api/diaries/${ids.own}`, { method: 'PATCH', body: { status: 'published' }, headers: admin })
  ids.ownDraft = await made('/api/diaries', { name: 'A quagmire to come', story: ids.story }, ann)
  const places = {
    source: ids.closed,
    diary: ids.own,
    letter: ids.letter,
    parcel: ids.parcel,
    papers: [ids.bulletin, ids.due],
    sources: [ids.closed],
    related: [ids.draft, ids.other],
    team: { source: ids.closed, diary: ids.own },
    leads: [ids.closed],
    parts: [{ type: 'quote', source: ids.closed, picture: ids.file }],
  }
  const changed = await service.json(`/api/stories/${ids.story}`, { method: 'PATCH', body: places, headers: admin })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const keep = (path: string, body: object) =>
    service.json(`/api/${path}?draft=true`, { method: 'PATCH', body, headers: admin })
  expect((await keep(`stories/${ids.story}`, { name: 'A gramophone to come' })).status).toBe(200)
  ids.opened = await made('/api/parcels', { name: 'A heliotrope', story: ids.story, status: 'published' }, admin)
  expect((await keep(`parcels/${ids.opened}`, { name: 'A heliotrope to come' })).status).toBe(200)
  const thrown = {
    name: 'A zeppelin thrown away',
    ciphertext: 'wolfram thrown away',
    honorarium: 'kumquat thrown away',
  }
  ids.trashedStory = await deleted('stories', { ...story, ...thrown, address: 'c', status: 'draft' })
  ids.trashedClosed = await deleted('strongroom', { ...held, name: 'A xylograph thrown away' })
  ids.trashedOwn = await deleted('diaries', { name: 'A quagmire thrown away', story: ids.story }, ann)
  ids.trashedLetter = await deleted('letters', {
    name: 'A jonquil thrown away',
    billetdoux: 'jonquil',
    story: ids.story,
  })
  ids.trashedParcel = await deleted('parcels', { name: 'A heliotrope thrown away', story: ids.story })
  ids.trashedBulletin = await deleted('bulletins', { name: 'A verbena thrown away', story: ids.story })
  ids.review = await made('/api/workflow/reviews', { collection: 'strongroom', documentId: ids.closedDraft }, admin)
  await made('/api/workflow/reviews', { collection: 'stories', documentId: ids.draft }, admin)
  ids.parcelReview = await made('/api/workflow/reviews', { collection: 'parcels', documentId: ids.parcel }, admin)
  ids.ownReview = await made('/api/workflow/reviews', { collection: 'diaries', documentId: ids.ownDraft }, ann)
  const commented = (collection: string, document: string | undefined, body: object) =>
    made(`/admin/collaboration/threads?collection=${collection}&document=${document}`, body, admin)
  ids.closedThread = await commented('strongroom', ids.closedDraft, { text: '@mia, a xylograph' })
  ids.ownThread = await commented('diaries', ids.ownDraft, { text: '@mia, a quagmire' })
  ids.letterThread = await commented('letters', ids.letter, { text: '@mia, a jonquil' })
  ids.parcelThread = await commented('parcels', ids.parcel, { text: '@mia, look inside' })
  ids.fieldThread = await commented('stories', ids.story, { text: '@mia, a kumquat', field: 'honorarium' })
})

/** Content of a response, whoever it is for: its text and its headers, without what the caller has said. */
async function told(
  ask: Ask,
  caller: Caller,
  accept: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const { path, method, body, form } = typeof ask === 'string' ? ({ path: ask } as Exclude<Ask, string>) : ask
  const answer = await service.fetch(path, {
    method: method ?? (body === undefined && form === undefined ? 'GET' : 'POST'),
    headers: {
      accept,
      ...CALLERS[caller],
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      origin: service.url.origin,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
  })
  return { status: answer.status, text: JSON.stringify([...answer.headers]) + (await answer.text()) }
}

/** Ways that describe what there is. */
const DESCRIPTIONS = [
  'GET /api/',
  'GET /api/collections',
  'GET /docs',
  'GET /docs/:section',
  'GET /llms.txt',
  'GET /llms-full.txt',
  'GET /admin/collections',
  'GET /admin/collections/:id',
  'POST /mcp',
]

/** Beginning of the guides: they are the same for everybody, and words are words there. */
const GUIDES = '\n# Lintel\n'

const ASKING: readonly Caller[] = ['anonymous', 'viewer', 'author', 'editor', 'ann']

const ways = shareOf(Object.keys(WAYS), String)

describe.each(ways)('%s', (way) => {
  it.each(ASKING)('tells %s nothing that is not theirs', async (caller) => {
    const accepts = way.includes(' /api/') ? ['application/json'] : ['application/json', 'text/html']
    for (const ask of WAYS[way]?.() ?? []) {
      for (const accept of accepts) {
        const { status, text } = await told(ask, caller, accept)
        const at = `${caller} ${JSON.stringify(ask)} ${status}`
        expect(status, at).toBeLessThan(500)
        for (const [rule, { word, readers }] of Object.entries(RULES)) {
          if (!readers.includes(caller) && !JSON.stringify(ask).includes(word))
            expect(text.includes(word), `${at}: ${rule}`).toBe(false)
        }
        if (!DESCRIPTIONS.includes(way)) continue
        const [described = ''] = text.split(GUIDES)
        for (const [name, readers] of Object.entries(NAMES)) {
          const mayKnow = [...readers, ...(way === 'GET /api/collections' ? [] : (WRITERS[name] ?? []))].includes(
            caller,
          )
          if (!mayKnow && !JSON.stringify(ask).includes(name))
            expect(described.includes(name), `${at}: ${name}`).toBe(false)
        }
      }
    }
  })
})

describe('an answer does not depend on what the caller may not see', () => {
  /** Pairs of questions that are alike but for a value, which is there in the first one. */
  const PAIRS: readonly (readonly [string, string, string])[] = [
    ['a hidden field', '/api/stories?ciphertext=wolfram%20in%20a%20field', '/api/stories?ciphertext=nothing'],
    ['a field for a role', '/api/stories?honorarium[contains]=kum', '/api/stories?honorarium[contains]=zzz'],
    [
      'a target that a function closes',
      '/api/stories?letter.name[startsWith]=A%20jon',
      '/api/stories?letter.name[startsWith]=A%20zzz',
    ],
    ['a closed target', '/api/stories?source.name[startsWith]=A%20xyl', '/api/stories?source.name[startsWith]=A%20zzz'],
    [
      'a list of a closed target',
      '/api/stories?sources.name[startsWith]=A%20xyl',
      '/api/stories?sources.name[startsWith]=A%20zzz',
    ],
    [
      'a target of somebody else',
      '/api/stories?diary.name[startsWith]=A%20qua',
      '/api/stories?diary.name[startsWith]=A%20zzz',
    ],
    ['documents of somebody else', '/api/diaries?name[startsWith]=A%20qua', '/api/diaries?name[startsWith]=A%20zzz'],
    ['a search in them', '/api/diaries?q=quagm', '/api/diaries?q=nothing'],
    ['a search over all content', '/api/content?q=a%20quag', '/api/content?q=a%20nothing'],
    ['a search by titles that are not shown', '/api/content?q=a%20heli', '/api/content?q=a%20nothing'],
    [
      'a choice by such titles',
      '/admin/content/options?target=parcels&q=heli',
      '/admin/content/options?target=parcels&q=none',
    ],
    ['a search in a closed collection', '/api/content?q=a%20xylo', '/api/content?q=a%20nothing'],
  ]
  const plain = ({ status, body }: Answer, query: string) => {
    const { requestId: _, ...rest } = body
    return JSON.stringify([status, rest]).replaceAll(decodeURIComponent(query.split('=').at(-1) ?? ''), '')
  }

  it.each(PAIRS)('%s', async (_, there, notThere) => {
    for (const caller of ['anonymous', 'viewer', 'author', 'editor'] as const) {
      const [one, other] = await Promise.all(
        [there, notThere].map(async (path) => plain(await service.json(path, { headers: CALLERS[caller] }), path)),
      )
      expect(one, caller).toBe(other)
    }
  })

  it('counts are of what the caller may read', async () => {
    for (const [caller, person] of [
      ['author', 'bob'],
      ['ann', 'ann'],
      ['editor', 'eve'],
    ] as const) {
      const [row] = await service.sql<{ own: number }>(
        'SELECT count(*) AS own FROM diaries WHERE created_by = ?',
        person,
      )
      for (const path of ['/api/diaries?count=exact&limit=1', '/api/content?collection=diaries&limit=1']) {
        const { body } = await service.json(path, { headers: CALLERS[caller] })
        expect(body.pagination.total, `${caller} ${path}`).toBe(row?.own)
      }
      if (caller !== 'editor') continue
      const { body } = await service.json('/admin/api/stats', { headers: CALLERS.editor })
      const counted = body.data.collections.find(({ name }: { name: string }) => name === 'diaries')
      expect(counted.published + counted.draft + counted.scheduled).toBe(row?.own)
      expect(JSON.stringify(body.data.overTime)).not.toContain('diaries')
    }
  })

  it('what is due is published, by every way that a rule on the status allows', async () => {
    const headers = CALLERS.viewer
    const names = async (path: string) => JSON.stringify((await service.json(path, { headers })).body)
    for (const path of [
      '/api/bulletins',
      `/api/bulletins/${id('due')}`,
      '/api/content?collection=bulletins',
      '/api/content?status=published&limit=100',
      `/api/stories/${id('story')}?populate=papers`,
    ]) {
      expect(await names(path), path).toContain('A begonia')
    }
  })

  it('a value that is taken is not told of by the name of a field that the caller does not see', async () => {
    const body = { name: 'New', honorarium: 'kumquat in a field', ciphertext: 'wolfram in a field' }
    const { status, body: answer } = await service.json('/api/stories', { body, headers: CALLERS.author })
    expect(status).toBe(409)
    expect(JSON.stringify(answer)).not.toMatch(/honorarium|ciphertext/)
  })

  it('what refers to a document is shown without titles that are not for the caller', async () => {
    const path = `/admin/content/${id('story')}/used-by?collection=stories`
    const { body } = await service.json(path, { headers: CALLERS.editor })
    expect(JSON.stringify(body)).toContain(id('parcel'))
    const found = await service.json('/admin/content/options?target=parcels&q=heli', { headers: CALLERS.editor })
    expect(found.status).toBe(200)
    expect(found.body.data).toContainEqual({ id: id('parcel'), label: id('parcel') })
    expect(JSON.stringify(found.body)).not.toContain('heliotrope')
  })

  it('what holds on to a document is named to who may read it', async () => {
    const path = `/api/stories/${id('story')}`
    const asked = async (caller: Caller) =>
      (await service.json(path, { method: 'DELETE', headers: CALLERS[caller] })).body
    expect(await asked('editor')).toMatchObject({ code: 'in_use' })
    const toEditor = (await asked('editor')).errors.map((error: { path: string }) => error.path)
    expect(new Set(toEditor)).toEqual(new Set(['parcels.story']))
    const toAnn = (await asked('ann')).errors.map((error: { path: string }) => error.path)
    expect(new Set(toAnn)).toEqual(new Set(['diaries.story']))
    const toAdmin = (await asked('admin')).errors.map((error: { path: string }) => error.path)
    expect(new Set(toAdmin)).toEqual(new Set(['diaries.story', 'parcels.story', 'strongroom.story']))
  })

  it('who uses an item of the library is named to who may read it', async () => {
    const fields = async (caller: Caller) => {
      const { body } = await service.json(`/api/media/${id('open')}`, { headers: CALLERS[caller] })
      return new Set(
        body.data.usedBy.map((use: { collection: string; field: string }) => `${use.collection}.${use.field}`),
      )
    }
    expect(await fields('viewer')).toEqual(new Set())
    expect(await fields('ann')).toEqual(new Set(['diaries.picture']))
    expect(await fields('admin')).toEqual(new Set(['diaries.picture', 'stories.engraving', 'strongroom.picture']))
  })
})

describe('an account', () => {
  it('is not found by its address but by administrators', async () => {
    const found = async (caller: Caller, q: string) => {
      const path = `/admin/content/options?target=users&q=${q}`
      return (await service.json(path, { headers: CALLERS[caller] })).body.data
    }
    expect(await found('editor', 'marmos')).toEqual([])
    expect(await found('editor', 'mia')).toEqual([{ id: 'mia', label: 'mia' }])
    expect(await found('admin', 'marmos')).toEqual([{ id: 'mia', label: 'mia' }])
  })
})

it('a mail names what its reader reads in any case, and nothing else', async () => {
  const mails = await service.sql<{ subject: string; html: string }>(
    "SELECT subject, html FROM email_messages WHERE recipient = 'marmoset@example.com' ORDER BY subject",
  )
  const subjects = mails.map(({ subject }) => subject)
  const expected = [
    ...Array(3).fill('Review requested'),
    'Review requested: A zeppelin to come',
    'Review requested: Seen by all',
    'Somebody mentioned you: a document',
  ]
  // Each is sent by a way: a share of them sends some.
  if (ways.length === Object.keys(WAYS).length) expect(subjects).toEqual(expected)
  else expect(expected).toEqual(expect.arrayContaining(subjects))
  expect(JSON.stringify(mails)).not.toMatch(/xylograph|quagmire|heliotrope|kumquat|jonquil/)
})

describe('a private file', () => {
  it('has no address for anonymous callers, wherever a document shows it', async () => {
    const path = `/api/stories/${id('story')}?populate=picture,parts.picture`
    const { body } = await service.json(path)
    expect(body.data.picture).toBe(id('file'))
    expect(body.data.parts[0].picture).toBe(id('file'))
    const seen = await service.json(path, { headers: CALLERS.editor })
    expect(seen.body.data.picture.url).toMatch(/signature=/)
    const { filename } = seen.body.data.picture
    for (const address of [`/media/serve/${filename}`, `/images/${filename}`]) {
      expect([401, 404]).toContain((await service.fetch(address)).status)
    }
  })
})

describe('what describes the service', () => {
  it('tells each caller what they may read, whoever asked before', async () => {
    const names = async (caller: Caller) => {
      const [listed, reference] = await Promise.all(
        ['/api/collections', '/api/'].map((path) => service.json(path, { headers: CALLERS[caller] })),
      )
      const tags = reference?.body.tags.filter((tag: Record<string, unknown>) => tag['x-kind'] === 'collection')
      const all = listed?.body.data.map(({ name }: { name: string }) => name)
      expect(tags.map(({ name }: { name: string }) => name)).toEqual(all)
      return all
    }
    for (let round = 0; round < 2; round += 1) {
      expect(await names('admin')).toEqual(['bulletins', 'diaries', 'letters', 'parcels', 'stories', 'strongroom'])
      expect(await names('anonymous')).toEqual(['stories'])
      expect(await names('viewer')).toEqual(['bulletins', 'stories'])
      expect(await names('author')).toEqual(['diaries', 'stories'])
      expect(await names('ann')).toEqual(['diaries', 'letters', 'stories'])
    }
    const open = await service.fetch('/api/')
    expect(open.headers.get('cache-control')).toBe('public, no-cache')
    expect(open.headers.get('vary')).toContain('Cookie')
    const own = await service.fetch('/api/', { headers: CALLERS.admin })
    expect(own.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is complete in itself for each of them', async () => {
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      const { body } = await service.json('/api/', { headers: CALLERS[caller] })
      expect(await new Validator().validate(body)).toMatchObject({ valid: true })
      for (const [, kind = '', name = ''] of JSON.stringify(body).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
        expect(Object.keys(body.components[kind] ?? {}), `${caller} ${name}`).toContain(name)
      }
    }
  })

  it('says of what a field points to only who may know of it', async () => {
    const sourceOf = async (caller: Caller) => {
      const { body } = await service.json('/api/collections', { headers: CALLERS[caller] })
      return body.data.find(({ name }: { name: string }) => name === 'stories').fields.source
    }
    expect(await sourceOf('admin')).toMatchObject({ type: 'reference', target: 'strongroom' })
    expect(await sourceOf('author')).toMatchObject({ type: 'reference' })
    expect(await sourceOf('author')).not.toHaveProperty('target')
  })

  it('tells who may write what they do not see how to write it', async () => {
    const { body } = await service.json('/api/', { headers: CALLERS.editor })
    expect(body.components.schemas['stories.input'].properties).toHaveProperty('ciphertext')
    expect(body.components.schemas.stories.properties).not.toHaveProperty('ciphertext')
    const { body: toViewers } = await service.json('/api/', { headers: CALLERS.viewer })
    expect(toViewers.components.schemas['stories.input'].properties).not.toHaveProperty('ciphertext')
  })
})

it('these are all routes', () => {
  const names = new Set(manifest.collections.map(({ name }) => name))
  const keyOf = ({ method, path, collection }: ManifestRoute) =>
    collection && names.has(collection)
      ? `${method} ${path.replace(`/api/${collection}`, '/api/:collection')}`
      : `${method} ${path}`
  const keys = [...new Set(routeTable(manifest).map(keyOf))]
  const unknown = keys.filter((key) => WAYS[key] === undefined && !SHOWS_NOTHING.some(([pattern]) => pattern.test(key)))
  expect(unknown).toEqual([])
  expect(Object.keys(WAYS).filter((key) => !keys.includes(key))).toEqual([])
  expect(SHOWS_NOTHING.filter(([pattern]) => !keys.some((key) => pattern.test(key)))).toEqual([])
})

it('the rules are asked for by answers that hold them', async () => {
  const seen: readonly (readonly [string, Caller, string])[] = [
    ['xylograph', 'admin', `/api/stories/${id('story')}?${POPULATE}`],
    ['quagmire', 'ann', '/api/diaries'],
    ['zeppelin', 'viewer', '/api/stories'],
    ['kumquat', 'admin', '/api/stories'],
    ['gramophone', 'admin', `/api/stories/${id('story')}/versions/2.1`],
    ['jonquil', 'ann', '/api/stories?populate=letter'],
    ['xylograph', 'admin', '/admin/workflow'],
    ['kumquat', 'admin', '/admin/collaboration?show=all'],
    ['xylograph', 'admin', '/admin/api/go?q=a%20xy'],
  ]
  for (const [word, caller, path] of seen)
    expect((await told(path, caller, 'application/json')).text.includes(word), path).toBe(true)
})
