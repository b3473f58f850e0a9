import { describe, expect, it } from 'vitest'
import { sharedService } from './fixture.ts'

const service = sharedService({ root: 'test/fixtures/gates' })

const create = (title: string, more: object = {}) => service.json('/api/notes', { body: { title, ...more } })
const lastAsked = async () => (await service.json('/auth/gate')).body.at(-1)

describe('before a document is saved', () => {
  it('plugins are asked with what is stored and what will be', async () => {
    const made = await create('first')
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect(await lastAsked()).toMatchObject({
      event: 'before:content:save',
      collection: 'notes',
      id,
      actor: null,
      before: null,
      after: { id, title: 'first', status: 'published' },
    })
    await service.json(`/api/notes/${id}`, { method: 'PATCH', body: { title: 'second' } })
    expect(await lastAsked()).toMatchObject({ before: { title: 'first' }, after: { title: 'second' } })
  })

  it('they may change it, one after the other, and slugs follow', async () => {
    const { status, body } = await create('shout hello')
    expect([status, body.data.title, body.data.slug]).toEqual([201, 'SHOUT HELLO!', 'shout-hello'])
  })

  it('they may refuse it, and nothing is stored', async () => {
    const refused = await create('refused')
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'conflict', 'The gate is closed.'])
    const { body } = await create('fine')
    const edit = await service.json(`/api/notes/${body.data.id}`, { method: 'PUT', body: { title: 'refused' } })
    expect(edit.status).toBe(409)
    expect((await service.json('/api/notes?title=refused')).body.data).toEqual([])
    expect((await service.json(`/api/notes/${body.data.id}`)).body.data.title).toBe('fine')
  })

  it('a plugin that fails lets nothing through', async () => {
    const { status, body } = await create('broken')
    expect([status, body.code]).toEqual([500, 'internal'])
    expect(JSON.stringify(body)).not.toContain('fell over')
    expect((await service.json('/api/notes?title=broken')).body.data).toEqual([])
  })

  it('what they make of it is held against the collection', async () => {
    const invalid = await create('invalid')
    expect([invalid.status, invalid.body.errors[0].path]).toEqual([422, 'title'])
    expect(invalid.body.detail).toContain('The plugin gate')
    expect((await create('unknown')).status).toBe(500)
  })

  it('each operation of a bulk is asked about, and refused in its place', async () => {
    const operations = ['one', 'refused', 'shout two'].map((title) => ({ action: 'create', data: { title } }))
    const refused = await service.json('/api/notes/bulk', { body: { operations } })
    expect([refused.status, refused.body.operations]).toEqual([409, [expect.objectContaining({ index: 1 })]])
    const written = await service.json('/api/notes/bulk', { body: { operations: operations.toSpliced(1, 1) } })
    expect(written.status).toBe(200)
    expect((await service.json(`/api/notes/${written.body.data[1].id}`)).body.data.title).toBe('SHOUT TWO!')
  })

  it('a plugin that is turned off is not asked', async () => {
    await service.sql("UPDATE plugins SET active = 0 WHERE id = 'gate'")
    await new Promise((resolve) => setTimeout(resolve, 1100)) // states are remembered for a second
    expect((await create('refused')).status).toBe(201)
    await service.sql("UPDATE plugins SET active = 1 WHERE id = 'gate'")
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect((await create('refused')).status).toBe(409)
  })
})

describe('before a document is deleted', () => {
  it('plugins may refuse it, alone and in a bulk', async () => {
    const { id } = (await create('kept')).body.data
    const refused = await service.json(`/api/notes/${id}`, { method: 'DELETE' })
    expect([refused.status, refused.body.detail]).toEqual([409, 'The gate keeps this one.'])
    const bulk = await service.json('/api/notes/bulk', { body: { operations: [{ action: 'delete', id }] } })
    expect(bulk.status).toBe(409)
    expect((await service.json(`/api/notes/${id}`)).status).toBe(200)
  })

  it('they are asked about what goes with it', async () => {
    const parent = (await create('parent')).body.data.id
    const child = (await create('child', { parent })).body.data.id
    expect((await service.fetch(`/api/notes/${parent}`, { method: 'DELETE' })).status).toBe(204)
    expect(await lastAsked()).toMatchObject({ event: 'before:content:delete', id: child, after: null })
  })
})

describe('a hook that runs after the response', () => {
  it('keeps nobody waiting, and runs', async () => {
    const done = async () => (await service.json('/auth/gate/done')).body
    await create('not waited for')
    await expect.poll(done).toContainEqual({ saved: 'not waited for' })
  })
})
