import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { editing } from './content-page.ts'

const service = sharedService()
const { open, send, create } = editing(service)
const json = { accept: 'application/json' }

describe('a form that is checked while somebody types', () => {
  const check = async (query: string, fields: readonly (readonly [string, string])[]) => {
    const { status, text } = await send(`/admin/content/check?${query}`, fields, 'editor', json)
    expect(status).toBe(200)
    return JSON.parse(text).data.errors
  }

  it('hears what saving would say, by the names of its inputs', async () => {
    const fields = [
      ['title', 'x'],
      ['rating', '9'],
      ['links[]', 'n1'],
      ['links.n1', 'l'.repeat(101)],
      ['parts[]', 'n2'],
      ['parts.n2.type', 'quote'],
      ['parts.n2.text', ''],
    ] as const
    const errors = await check('collection=articles', fields)
    expect(Object.keys(errors).toSorted()).toEqual(['links.n1', 'parts.n2.text', 'rating', 'title'])
    const refused = await send('/admin/content/?collection=articles', fields, 'editor', json)
    const said = JSON.parse(refused.text).errors as { path: string; message: string }[]
    expect(said.find(({ path }) => path === 'rating')?.message).toBe(errors.rating)
    expect(said).toHaveLength(4)
  })

  it('has nothing against what saving takes, and stores nothing', async () => {
    expect(await check('collection=articles', [['title', 'Good enough']])).toEqual({})
    expect((await service.json('/api/articles', { headers: as('editor') })).body.pagination.total).toBe(0)
    const { id } = await create('articles', { title: 'Stored' })
    expect(await check(`collection=articles&id=${id}`, [['title', '']])).toHaveProperty('title')
  })

  it('is for those who may edit', async () => {
    expect((await send('/admin/content/check?collection=articles', [], 'viewer', json)).status).toBe(403)
    expect((await send('/admin/content/check?collection=nothing', [], 'editor', json)).status).toBe(404)
  })
})

describe('what could not be sent', () => {
  it('is shown in its form again', async () => {
    const { id } = await create('articles', { title: 'As stored' })
    const fields = [
      ['title', 'As typed'],
      ['rating', 'many'],
      ['links[]', 'n1'],
      ['links.n1', 'kept too'],
      ['~etag', '"old"'],
    ] as const
    const { status, text } = await send(`/admin/content/copy?collection=articles&id=${id}`, fields)
    expect(status).toBe(200)
    for (const part of ['>As typed</textarea>', 'value="many"', 'value="kept too"', 'data-unsaved', '&quot;old&quot;'])
      expect(text).toContain(part)
    const { body } = await service.json(`/api/articles/${id}`, { headers: as('editor') })
    expect(body.data.title).toBe('As stored')
  })
})

describe('a document made for a reference', () => {
  it('has its form in a dialog, with ids of its own', async () => {
    const { text } = await open('/admin/content/dialog?collection=topics')
    expect(text).toContain('<dialog')
    expect(text).toContain('id="dialog-field-name"')
    expect(text).not.toContain('data-create="topics"')
    const form = await open('/admin/content/new?collection=articles')
    expect(form.text).toContain('data-create="topics"')
  })

  it('is answered to the script that made it', async () => {
    const made = await send('/admin/content/?collection=topics', [['name', 'In place']], 'editor', json)
    expect([made.status, JSON.parse(made.text).data.name]).toEqual([201, 'In place'])
    const again = await send('/admin/content/?collection=topics', [['name', 'In place']], 'editor', json)
    expect(again.status).toBe(409)
  })
})

describe('what refers to a document', () => {
  it('is told with what deleting would do to it', async () => {
    const person = await create('people', { name: 'Much used' })
    const article = await create('articles', { title: 'Uses the person', author: person.id, editor: person.id })
    const path = `/admin/content/${person.id}/used-by?collection=people`
    const { body } = await service.json(path, { headers: as('editor') })
    expect(body.data).toMatchObject([
      { collection: 'articles', field: 'author', onDelete: 'restrict', total: 1, documents: [{ id: article.id }] },
      { collection: 'articles', field: 'editor', onDelete: 'nullify', total: 1 },
    ])
    const { text } = await open(path)
    expect(text).toContain('Uses the person')
    expect(text).toContain('prevents this from being deleted')
    expect((await open(`/admin/content/${person.id}/edit?collection=people`)).text).toContain(
      `hx-get="${path.replaceAll('&', '&amp;')}"`,
    )
    expect((await open('/admin/content/nothing/used-by?collection=people')).status).toBe(404)
  })
})
