import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../src/manifest/endpoints.ts'
import program from '../../fixtures/writing/cms.config.ts'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ root: fileURLToPath(new URL('../../fixtures/writing', import.meta.url)) })
const admin = as('admin', 'ada')
const editor = as('editor', 'eve')
const next = counter()

interface Outcome {
  readonly status: number
  readonly code?: string
}

type Values = Readonly<Record<string, unknown>>

/** A document whose first version has some values, and whose second has others, past every rule. */
async function story(first: Values, now: Values): Promise<string> {
  const created = await service.json('/api/stories', { body: { title: `Story ${next()}` }, headers: admin })
  const { id } = created.body.data
  await service.json(`/api/stories/${id}`, { method: 'PATCH', body: { title: 'Second' }, headers: admin })
  for (const [name, value] of Object.entries(now)) {
    await service.sql(`UPDATE stories SET ${name} = ?1 WHERE id = ?2`, value, id)
  }
  const changes = JSON.stringify(first)
  await service.sql(
    'UPDATE content_versions SET data = json_patch(data, ?1) WHERE document_id = ?2 AND version = 1',
    changes,
    id,
  )
  return id
}

const stored = async (id: string) => (await service.sql('SELECT * FROM stories WHERE id = ?1', id))[0] ?? {}

/** Every way by which a caller of the API changes a document, trying to bring `values` into it. */
const WAYS: Readonly<Record<string, (id: string, values: Values) => Promise<Outcome>>> = {
  update: (id, values) => send(`/api/stories/${id}`, 'PATCH', values),
  replace: (id, values) => send(`/api/stories/${id}`, 'PUT', { title: 'Third', ...values }),
  bulk: (id, values) => send('/api/stories/bulk', 'POST', { operations: [{ action: 'update', id, data: values }] }),
  restore: (id) => send(`/api/stories/${id}/versions/1/restore`, 'POST', undefined),
}

async function send(path: string, method: string, body: unknown): Promise<Outcome> {
  const { status, body: answer } = await service.json(path, { method, headers: editor, ...(body ? { body } : {}) })
  return { status, code: answer?.code }
}

describe('what a caller may not write', () => {
  it.each(
    Object.keys(WAYS).flatMap((way) =>
      [
        ['approved', true, 0],
        ['fee', 100, 7],
        ['margin', 'theirs', 'ours'],
        ['imported', 'now', 'then'],
        ['secret', 'new', 'old'],
      ].map(([field, wanted, held]) => [way, String(field), wanted, held] as const),
    ),
  )('%s leaves %s as it was', async (way, field, wanted, held) => {
    // A field that is written but not seen may be given in a body; a version says nothing of who may see it.
    const isGiven = (field === 'secret' || field === 'margin') && way !== 'restore'
    const id = await story({ [field]: wanted }, { [field]: held })
    const outcome = await WAYS[way]?.(id, { [field]: wanted })
    expect((await stored(id))[field]).toEqual(isGiven ? wanted : held)
    expect(outcome?.status).toBe(way === 'restore' || isGiven ? 200 : field === 'imported' ? 422 : 403)
  })
})

describe('the rule for updates', () => {
  it.each(Object.keys(WAYS))('%s changes nothing that it does not allow', async (way) => {
    const id = await story({ desk: 'sports' }, { desk: 'sports' })
    expect((await WAYS[way]?.(id, { title: 'Taken' }))?.status).toBe(403)
    expect(await stored(id)).toMatchObject({ title: 'Second', desk: 'sports' })
  })

  it.each(Object.keys(WAYS))('%s takes no document out of what it allows', async (way) => {
    const id = await story({ desk: 'sports' }, { desk: 'news' })
    expect((await WAYS[way]?.(id, { desk: 'sports' }))?.status).toBe(403)
    expect(await stored(id)).toMatchObject({ title: 'Second', desk: 'news' })
  })
})

it('a deletion is undone by who made it, where the rule has a condition, and by whoever may delete everything', async () => {
  const author = as('author', 'ann')
  const ask = async (headers: Record<string, string>, path: string, method: string) =>
    (await service.json(`/api/stories/${path}`, { method, headers })).status
  const written = async () =>
    (await service.json('/api/stories', { body: { title: `Story ${next()}` }, headers: author })).body.data.id
  const moderated = await written()
  expect(await ask(editor, moderated, 'DELETE')).toBe(204)
  expect(await ask(author, `trash/${moderated}/restore`, 'POST')).toBe(403)
  expect(await ask(author, `trash/${moderated}`, 'DELETE')).toBe(403)
  expect(await ask(editor, `trash/${moderated}/restore`, 'POST')).toBe(200)
  const own = await written()
  expect(await ask(author, own, 'DELETE')).toBe(204)
  expect(await ask(author, `trash/${own}/restore`, 'POST')).toBe(200)
})

it('a value that is taken tells nothing of a field that the caller does not see', async () => {
  const body = { title: 'One', serial: `taken ${next()}` }
  await service.json('/api/stories', { body, headers: admin })
  for (const path of ['/api/stories', '/api/stories/bulk']) {
    const given = path.endsWith('bulk') ? { operations: [{ action: 'create', data: body }] } : body
    const { status, body: answer } = await service.json(path, { body: given, headers: editor })
    expect(status).toBe(409)
    expect(JSON.stringify(answer)).not.toContain('serial')
  }
})

it('these are all ways that change a document', () => {
  const writing = ENDPOINTS.filter(({ method }) => method !== 'GET').map(({ operation }) => operation)
  // Those that take no values: they bring back, publish, discard or name what is there.
  const others = ['create', 'delete', 'purge', 'recover', 'publish', 'discard', 'name']
  expect(Object.keys(WAYS).sort()).toEqual(writing.filter((name) => !others.includes(name)).sort())
  expect(program.collections.map(({ name }) => name)).toEqual(['stories'])
})
