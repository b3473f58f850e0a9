import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { editing } from './content-page.ts'

const root = fileURLToPath(new URL('../../fixtures/previews', import.meta.url))
const service = sharedService({ root })
const { open, send, create } = editing(service)

const preview = async (collection: string, id: string, role = 'editor') =>
  service.json(`/admin/content/${id}/preview?collection=${collection}`, { method: 'POST', headers: as(role) })

async function draftWithToken(title: string) {
  const { id } = await create('stories', { title, deskNote: 'for the desk' })
  const { body } = await preview('stories', id)
  return { id, url: new URL(body.data.url), expiresAt: body.data.expiresAt }
}

describe('the preview of a document', () => {
  it('shows a draft to whoever has its link, as it is saved', async () => {
    const { id, url } = await draftWithToken('Not out yet')
    expect(`${url.origin}${url.pathname}?id=${url.searchParams.get('id')}`).toBe(
      `https://www.example.com/not-out-yet?id=${id}`,
    )
    const token = url.searchParams.get('preview')
    expect((await service.json(`/api/stories/${id}`)).status).toBe(404)
    const shown = await service.json(`/api/stories/${id}?preview=${token}`)
    expect(shown.status).toBe(200)
    expect(shown.body.data).toMatchObject({ title: 'Not out yet', status: 'draft' })
    expect(shown.body.data).not.toHaveProperty('deskNote')
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    await service.json(`/api/stories/${id}`, { method: 'PATCH', body: { title: 'Changed' }, headers: as('editor') })
    expect((await service.json(`/api/stories/${id}?preview=${token}`)).body.data.title).toBe('Changed')
    expect((await service.json('/api/stories')).body.data).toEqual([])
  })

  it('shows nothing else', async () => {
    const { url } = await draftWithToken('The one')
    const other = await create('stories', { title: 'Another' })
    const plain = await create('plain', { title: 'Without previews' })
    const token = url.searchParams.get('preview')
    expect((await service.json(`/api/stories/${other.id}?preview=${token}`)).status).toBe(404)
    expect((await service.json(`/api/stories/${other.id}?preview=guess`)).status).toBe(404)
    expect((await service.json(`/api/plain/${plain.id}?preview=${token}`)).status).toBe(400)
    expect((await preview('plain', plain.id)).status).toBe(404)
  })

  it('is asked for of a version as by id, by who may read versions', async () => {
    const { id, url } = await draftWithToken('The first words')
    const other = await create('stories', { title: 'Another' })
    const token = url.searchParams.get('preview')
    const path = `/api/stories/${id}/versions/1?preview=${token}&fields=title`
    const shown = await service.json(path, { headers: as('editor') })
    expect([shown.status, shown.body.data]).toEqual([200, { id, title: 'The first words' }])
    expect((await service.json(path)).status).toBe(401)
    const guessed = `/api/stories/${id}/versions/1?preview=guess`
    expect((await service.json(guessed, { headers: as('editor') })).status).toBe(404)
    const elsewhere = `/api/stories/${other.id}/versions/1?preview=${token}`
    expect((await service.json(elsewhere, { headers: as('editor') })).status).toBe(404)
    const plain = await create('plain', { title: 'Without previews' })
    const none = `/api/plain/${plain.id}/versions/1?preview=${token}`
    expect((await service.json(none, { headers: as('editor') })).status).toBe(400)
  })

  it('ends after a day', async () => {
    const { id, url, expiresAt } = await draftWithToken('For a day')
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 86_400_000)).toBeLessThan(60_000)
    const path = `/api/stories/${id}?preview=${url.searchParams.get('preview')}`
    expect((await service.json(path)).status).toBe(200)
    await service.sql('UPDATE preview_tokens SET expires_at = ?', Date.now() - 1)
    expect((await service.json(path)).status).toBe(404)
    await draftWithToken('The next one')
    expect(await service.sql('SELECT count(*) AS count FROM preview_tokens')).toEqual([{ count: 1 }])
  })

  it('keeps its tokens to itself', async () => {
    const { url } = await draftWithToken('Hashed')
    const rows = await service.sql<{ hash: string }>('SELECT hash FROM preview_tokens')
    expect(rows.map(({ hash }) => hash)).not.toContain(url.searchParams.get('preview'))
    expect(JSON.stringify(service.logs)).not.toContain(url.searchParams.get('preview'))
  })

  it('is offered to editors where there is one', async () => {
    const story = await create('stories', { title: 'With a button' })
    const plain = await create('plain', { title: 'Without' })
    const path = `/admin/content/${story.id}/preview?collection=stories`
    expect((await open(`/admin/content/${story.id}/edit?collection=stories`)).text).toContain(`action="${path}"`)
    expect((await open(`/admin/content/${plain.id}/edit?collection=plain`)).text).not.toContain('/preview')
    const page = await send(path, [])
    expect(page.text).toContain('https://www.example.com/with-a-button?')
    expect((await preview('stories', story.id, 'viewer')).status).toBe(403)
  })

  it('stands in the description of the interface', async () => {
    const { body } = await service.json('/api/')
    const names = (path: string) => JSON.stringify(body.paths[path].get.parameters)
    expect(names('/api/stories/{id}')).toContain('"preview"')
    expect(names('/api/plain/{id}')).not.toContain('"preview"')
    expect(names('/api/stories/{id}/versions/{version}')).toContain('"preview"')
  })
})
