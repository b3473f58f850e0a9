import { describe, expect, test } from 'vitest'
import { admin, editor, latest, setUp } from './fixture.ts'
import { status } from './receiver.ts'

const set = setUp()
const browser = { accept: 'text/html,*/*;q=0.8' }

const page = async (path: string, headers: Record<string, string> = admin) => {
  const answer = await set.service.fetch(path, { headers: { ...browser, ...headers } })
  return { status: answer.status, text: await answer.text() }
}
const post = (path: string, headers: Record<string, string> = admin) =>
  set.service.fetch(path, { method: 'POST', headers: { ...browser, ...headers } })
const create = async (title: string) => {
  const answer = await set.service.json('/api/articles', { body: { title }, headers: editor })
  expect(answer.status).toBe(201)
  return latest(set.service, 'articles')
}

describe('the pages of webhooks', () => {
  test('show the endpoints of the config, and no secret of theirs', async () => {
    const { status, text } = await page('/admin/webhooks')
    expect(status).toBe(200)
    expect(text).toContain('ARTICLES_URL')
    expect(text).not.toContain(set.receiver.url('/articles'))
    expect(text).not.toContain('whsec_')
    expect(text).toContain('content:save')
    expect(text).toContain('action="/admin/webhooks/endpoints/articles/test"')
    expect((await page('/admin/webhooks/endpoints')).text).toContain('ARTICLES_URL')
    const { body } = await set.service.json('/admin/webhooks', { headers: admin })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['articles', 'desk', 'ids', 'people'])
  })

  test('are for administrators', async () => {
    for (const path of ['/admin/webhooks', '/admin/webhooks/deliveries']) {
      expect((await page(path, editor)).status).toBe(403)
    }
    expect((await post('/admin/webhooks/endpoints/articles/test', editor)).status).toBe(403)
  })

  test('list deliveries by status and endpoint, page by page', async () => {
    const { id } = await create('Listed')
    await create('Listed too')
    const all = await page('/admin/webhooks/deliveries')
    expect(all.text).toContain(`/admin/webhooks/deliveries/${id}`)
    expect((await page('/admin/webhooks/deliveries?endpoint=articles&status=delivered&event=')).text).toContain(id)
    expect((await page('/admin/webhooks/deliveries?endpoint=ids')).text).toContain('No deliveries')
    const first = await page('/admin/webhooks/deliveries?endpoint=articles&limit=1')
    const next = /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(next).toContain('cursor=')
    expect((await page(next)).text).toContain('First page')
    expect((await page('/admin/webhooks/deliveries?status=odd')).status).toBe(400)
  })

  test('show a delivery with its payload and the answer, and deliver it again', async () => {
    const { id } = await create('A <b>bold</b> title')
    const { text } = await page(`/admin/webhooks/deliveries/${id}`)
    expect(text).toContain('A &lt;b&gt;bold&lt;/b&gt; title')
    expect(text).not.toContain('<b>bold</b>')
    const before = set.receiver.at('/articles').length
    const again = await post(`/admin/webhooks/deliveries/${id}/replay`)
    expect([again.status, again.headers.get('location')]).toEqual([
      303,
      `/admin/webhooks/deliveries/${id}?done=replayed`,
    ])
    await latest(set.service, 'articles')
    expect(set.receiver.at('/articles').length).toBe(before + 1)
    expect((await page('/admin/webhooks/deliveries/nothing')).status).toBe(404)
  })

  test('send a test message and say how it was taken', async () => {
    const sent = await post('/admin/webhooks/endpoints/desk/test')
    expect(sent.status).toBe(303)
    const path = sent.headers.get('location') ?? ''
    expect((await page(path)).text).toContain('The endpoint accepted the test message')
    set.receiver.plan('/desk', status(500))
    const refused = await post('/admin/webhooks/endpoints/desk/test')
    expect((await page(refused.headers.get('location') ?? '')).text).toContain('did not accept the test message')
    expect((await post('/admin/webhooks/endpoints/nothing/test')).status).toBe(404)
  })
})
