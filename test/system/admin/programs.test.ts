import { beforeAll, describe, expect, it } from 'vitest'
import { bearer, SECRET, signedIn } from '../../plugins/core-auth/people.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
let headers: Record<string, string>

beforeAll(async () => {
  await service.fetch('/api/health')
  headers = bearer((await signedIn(service, 'admin')).token)
})

function send(path: string, form: string, accept?: string) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return service.json(path, {
    method: 'POST',
    body: form,
    headers: { ...headers, ...type, ...(accept && { accept }) },
  })
}

describe('a form that a program sends', () => {
  it.each([
    ['/admin/profile', 'username=', 422, 'validation_failed'],
    ['/admin/profile/password', 'currentPassword=x', 422, 'validation_failed'],
    ['/admin/profile/second-factor', 'enabled=perhaps', 422, 'validation_failed'],
    ['/admin/profile/tokens', 'name=', 422, 'validation_failed'],
    ['/admin/profile/sessions/none/end', '', 404, 'not_found'],
    ['/admin/profile/tokens/none/revoke', '', 404, 'not_found'],
    ['/admin/content/none/delete?collection=posts', '', 404, 'not_found'],
    ['/admin/content/views?collection=posts', 'name=', 422, 'validation_failed'],
    ['/admin/content/bulk?collection=posts', 'action=publish&id=none', 404, 'not_found'],
    ['/admin/cache/invalidate', 'from=browser', 422, 'validation_failed'],
    ['/admin/media/none/crop', 'x=1', 422, 'validation_failed'],
    ['/admin/media/none', 'focalX=left', 422, 'validation_failed'],
    ['/admin/media/bulk', 'action=burn', 422, 'validation_failed'],
  ])('to %s is refused by a problem', async (path, form, status, code) => {
    const answer = await send(path, form)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  it.each(['/admin/profile', '/admin/profile/password'])('to %s is shown again to a browser', async (path) => {
    const answer = await send(path, 'username=&currentPassword=x', 'text/html')
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toContain('text/html')
  })

  it.each(['/auth/forgot-password', '/auth/verify-email'])('to %s is answered in words, as JSON', async (path) => {
    const origin = { origin: service.url.origin }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await service.json(path, {
      method: 'POST',
      body: 'email=a%40b.example',
      headers: { ...type, ...origin },
    })
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }])
  })

  it.each([
    ['/admin/content/?collection=posts', 'title=By+a+form', 201, { title: 'By a form', status: 'draft' }],
    [
      '/admin/content/views?collection=posts',
      'name=Mine&query=sort%3Dtitle',
      201,
      { name: 'Mine', query: 'sort=title' },
    ],
    ['/admin/content/columns?collection=posts', 'column=status', 200, { columns: ['status'] }],
    ['/admin/profile/tokens', 'name=Build&scopes=content.create', 201, { name: 'Build', token: expect.any(String) }],
    ['/admin/profile', 'username=boss&firstName=', 200, { username: 'boss', firstName: null }],
  ])('to %s is answered with what it has made', async (path, form, status, data) => {
    const { body, ...answer } = await send(path, form)
    expect([answer.status, body]).toEqual([status, { success: true, data: expect.objectContaining(data) }])
  })

  it('that makes a token is answered with it', async () => {
    const answer = await send('/admin/auth/tokens', 'name=Build&scopes=content.create&password=correct+horse+battery')
    expect([answer.status, answer.body.data.token]).toEqual([201, expect.any(String)])
  })

  it('comes back to a page whose address is none', async () => {
    const form = 'action=move&back=http%3A%2F%2F%5B'
    const shown = await send('/admin/media/bulk', form, 'text/html')
    expect([shown.status, shown.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/admin\/media\//)])
    const { status, body } = await send('/admin/media/bulk', form)
    expect([status, body]).toEqual([200, { success: true, data: { count: 0 } }])
  })
})
