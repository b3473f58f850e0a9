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

  it('is changed in files where `cms dev` does not serve it, and says how', async () => {
    const answer = await service.json('/admin/collections', {
      method: 'POST',
      body: { name: 'notes', fields: { title: { type: 'string' } } },
      headers: as('admin'),
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'schema_locked'])
    expect(answer.body.detail).toContain('`cms dev`')
    expect(answer.body.detail).toContain('collections/notes.ts')
    const shown = await page('/admin/collections/articles', 'admin')
    expect(shown.text).not.toContain('/admin/collections/articles/edit')
  })
})

/** Schema changes, each as a program or a browser sends it. */
const CHANGES = [
  ['GET', '/admin/collections/new'],
  ['POST', '/admin/collections'],
  ['PUT', '/admin/collections/articles'],
  ['DELETE', '/admin/collections/articles'],
  ['GET', '/admin/collections/articles/edit'],
  ['POST', '/admin/collections/articles'],
  ['GET', '/admin/collections/articles/delete'],
  ['POST', '/admin/collections/articles/delete'],
  ['GET', '/admin/collections/articles/fields/new'],
  ['POST', '/admin/collections/articles/fields'],
  ['GET', '/admin/collections/articles/fields/title'],
  ['POST', '/admin/collections/articles/fields/title'],
  ['POST', '/admin/collections/articles/fields/title/remove'],
  ['GET', '/admin/collections/articles/order'],
  ['POST', '/admin/collections/articles/order?in=seo'],
  ['GET', '/admin/plugins/probe/settings/edit'],
  ['POST', '/admin/plugins/probe/settings'],
] as const

/** A new database has the schema, as after a deployment. */
function withMigrations(files: Map<string, string>): void {
  const path = [...files.keys()].find((name) => name.endsWith('.cms/manifest.json')) ?? ''
  const text = files.get(path) ?? ''
  files.set(path, text.replaceAll(/"migrations": ?"(?:check|off)"/g, '"migrations": "apply"'))
}

describe.each(['production', 'open'])('in %s', (environment) => {
  const locked = sharedService({
    environment,
    vars: { PROBE_KEY: 'key', PROBE_SECRET: 'secret' },
    edit: withMigrations,
  })

  it.each(CHANGES)('%s %s is refused, and names the file to edit', async (method, path) => {
    const isForm = method === 'POST' && path.startsWith('/admin/collections/')
    const ask = (role: string) =>
      locked.fetch(path, {
        method,
        headers: {
          ...as(role),
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        ...(method === 'POST' || method === 'PUT' ? { body: isForm ? 'label=x' : '{"name":"articles"}' } : {}),
      })
    const answer = await ask('admin')
    const body = (await answer.json()) as { code: string; detail: string }
    expect([answer.status, body.code]).toEqual([403, 'schema_locked'])
    expect(body.detail).toMatch(/(?:collections\/[\w<>]+|cms\.config)\.ts.*deploy/)
    const refused = (await (await ask('editor')).json()) as { code: string }
    expect(refused.code).toBe('forbidden')
  })

  it('is read as anywhere else', async () => {
    expect((await locked.json('/admin/collections/articles', { headers: as('editor') })).status).toBe(200)
  })
})
