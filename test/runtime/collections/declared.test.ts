import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

/** Values that no field declares any more, as they lie in a database that an earlier schema has written. */
const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

const SEO = { title: 'Short', index: true }
const PARTS = [{ type: 'quote', text: 'Well said.' }]
const OLD_SEO = { ...SEO, password: 'of old' }
const OLD_PARTS = [{ type: 'quote', text: 'Well said.', secret: { deep: 1 } }, { type: 'gone', text: 'Dropped.' }, 7]

/** An article that has been changed since its first version; both hold what is declared no longer. */
async function oldArticle() {
  const body = {
    title: `Old ${next()}`,
    seo: SEO,
    parts: PARTS,
    rating: 1,
    extra: { any: 'thing' },
    status: 'published',
  }
  const { body: created } = await service.json('/api/articles', { body, headers: editor })
  const { id } = created.data
  const path = `/api/articles/${id}`
  await service.json(path, { method: 'PATCH', body: { rating: 2 }, headers: editor })
  await service.sql(
    'UPDATE articles SET seo = ?2, parts = ?3 WHERE id = ?1',
    id,
    ...[OLD_SEO, OLD_PARTS].map((value) => JSON.stringify(value)),
  )
  await service.sql(
    `UPDATE content_versions SET data = json_set(data, '$.seo', json(?2), '$.parts', json(?3), '$.headline', 'of old') WHERE document_id = ?1`,
    id,
    ...[OLD_SEO, OLD_PARTS].map((value) => JSON.stringify(value)),
  )
  return { id, path }
}

const shown = { seo: SEO, parts: PARTS }

describe('what is declared no longer', () => {
  test('is in no answer', async () => {
    const { path } = await oldArticle()
    const firstOf = async (address: string) => {
      const { body } = await service.json(address, { headers: editor })
      return { body: { data: body.data[0] } }
    }
    const answers = await Promise.all([
      service.json(path),
      service.json(path, { headers: editor }),
      firstOf('/api/articles?limit=1&sort=-createdAt'),
      firstOf('/api/articles?limit=1&sort=-createdAt&fields=seo,parts,extra'),
      service.json(`${path}/versions/1`, { headers: editor }),
    ])
    for (const { body } of answers) {
      expect(body.data).toMatchObject({ extra: { any: 'thing' } })
      expect({ seo: body.data.seo, parts: body.data.parts }).toEqual(shown)
      expect(JSON.stringify(body)).not.toMatch(/of old|deep|Dropped/)
    }
  })

  test('does not stand in the way of a change, and goes with it', async () => {
    const { id, path } = await oldArticle()
    const changed = await service.json(path, { method: 'PATCH', body: { rating: 3 }, headers: editor })
    expect([changed.status, changed.body.data.seo, changed.body.data.parts]).toEqual([200, SEO, PARTS])
    const [row] = await service.sql<{ seo: string; parts: string }>('SELECT seo, parts FROM articles WHERE id = ?1', id)
    expect([row?.seo, row?.parts].map((text) => JSON.parse(text ?? ''))).toEqual([SEO, PARTS])
    const again = await service.json(path, {
      method: 'PATCH',
      body: { seo: { ...changed.body.data.seo, index: false } },
      headers: editor,
    })
    expect([again.status, again.body.data.seo]).toEqual([200, { ...SEO, index: false }])
  })

  test('is left out where a version is restored', async () => {
    const { path } = await oldArticle()
    const { status, body } = await service.json(`${path}/versions/1/restore`, { method: 'POST', headers: editor })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ rating: 1, ...shown })
    expect(JSON.stringify(body)).not.toMatch(/of old|deep|Dropped/)
  })
})

describe('what a version does not know', () => {
  const restore = (path: string) => service.json(`${path}/versions/1/restore`, { method: 'POST', headers: editor })

  test('stays as it is, inside a group too', async () => {
    const { id, path } = await oldArticle()
    await service.json(path, {
      method: 'PATCH',
      body: { seo: { title: 'Now', index: false }, deskNote: 'new' },
      headers: editor,
    })
    const forget = `json_remove(data, '$.deskNote', '$.kind', '$.topics', '$.seo.index')`
    await service.sql(`UPDATE content_versions SET data = ${forget} WHERE document_id = ?1 AND version = 1`, id)
    const { status, body } = await restore(path)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      rating: 1,
      kind: 'news',
      topics: [],
      deskNote: 'new',
      seo: { title: 'Short', index: false },
    })
  })

  test('is not what it knows to have been empty', async () => {
    const first = { title: `Empty ${next()}`, seo: null, parts: [{ type: 'quote', text: 'Said.' }], deskNote: null }
    const { body: created } = await service.json('/api/articles', { body: first, headers: editor })
    const path = `/api/articles/${created.data.id}`
    const then = { seo: SEO, parts: [{ type: 'quote', text: 'Said.', source: 'Ann' }], deskNote: 'new' }
    await service.json(path, { method: 'PATCH', body: then, headers: editor })
    const { body } = await restore(path)
    expect(body.data).toMatchObject({ seo: null, deskNote: null })
    expect(body.data.parts[0].source ?? null).toBe(null)
  })

  test('need not be there, even where it is required by now', async () => {
    const { id, path } = await oldArticle()
    await service.sql(`UPDATE content_versions SET data = json_remove(data, '$.title') WHERE document_id = ?1`, id)
    const { status, body } = await restore(path)
    expect([status, body.data.rating]).toEqual([200, 1])
    expect(body.data.title).toMatch(/^Old/)
  })
})
