import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService()
const browser = { accept: 'text/html,*/*;q=0.8' }

async function page(path: string, role = 'editor') {
  const answer = await service.fetch(path, { headers: { ...browser, ...as(role) } })
  return { status: answer.status, text: await answer.text() }
}

describe('the schema in the admin', () => {
  it('lists collections with where they are declared', async () => {
    const { status, text } = await page('/admin/collections')
    expect(status).toBe(200)
    expect(text).toContain('href="/admin/collections/articles"')
    expect(text).toMatch(/collections\/articles\.ts:\d+/)
    expect((await page('/admin/collections', 'viewer')).status).toBe(403)
  })

  it('tells of fields, access, routes and how to ask', async () => {
    const { text } = await page('/admin/collections/articles')
    for (const expected of [
      'on delete: restrict',
      'write: admin, editor',
      'to people',
      '/api/articles/:id/versions',
      'curl -X POST ',
      'required',
    ])
      expect(text).toContain(expected)
    expect(text).toMatch(/Declared in <code[^>]*>collections\/articles\.ts:4</)
    expect((await page('/admin/collections/nothing')).status).toBe(404)
  })

  it('tells programs the same', async () => {
    const { body } = await service.json('/admin/collections/articles', { headers: as('editor') })
    expect(body).toMatchObject({ success: true, data: { name: 'articles', access: { read: 'everyone' } } })
    const title = body.data.fields.find(({ name }: { name: string }) => name === 'title')
    expect(title).toMatchObject({ type: 'string', marks: expect.arrayContaining(['title', 'required']) })
    const all = await service.json('/admin/collections', { headers: as('editor') })
    expect(all.body.data.map(({ name }: { name: string }) => name)).toContain('topics')
  })

  it('is changed in files, not here', async () => {
    const answer = await service.json('/admin/collections', {
      method: 'POST',
      body: { name: 'x' },
      headers: as('admin'),
    })
    expect(answer.status).toBe(405)
  })
})
