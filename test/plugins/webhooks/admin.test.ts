import { describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { admin, deliveries, delivery, editor, eventually, latest, setUp } from './fixture.ts'
import { status } from './receiver.ts'

const set = setUp()

const create = async (title: string) => {
  const answer = await set.service.json('/api/articles', { body: { title }, headers: editor })
  expect(answer.status).toBe(201)
  return answer.body.data.id as string
}
const post = (path: string, headers: Record<string, string> = admin) =>
  set.service.json(`/admin/webhooks/${path}`, { method: 'POST', headers })
const get = (path: string, headers: Record<string, string> = admin) =>
  set.service.json(`/admin/webhooks/${path}`, { headers })

describe('the delivery log', () => {
  test('is for administrators', async () => {
    await create('Secret')
    const { id } = await latest(set.service, 'articles')
    const asked = (headers: Record<string, string>) => [
      get('deliveries', headers),
      get(`deliveries/${id}`, headers),
      get('endpoints', headers),
      post(`deliveries/${id}/replay`, headers),
      post('endpoints/articles/test', headers),
    ]
    for (const answer of await Promise.all(asked(editor))) expect(answer.body.code).toBe('forbidden')
    for (const answer of await Promise.all(asked({}))) expect(answer.body.code).toBe('unauthenticated')
    for (const answer of await Promise.all(asked(as('admin', 'ada', 'cookie')).slice(3))) {
      expect(answer.body.code).toBe('csrf_failed')
    }
    expect(set.receiver.at('/articles')).toHaveLength(1)
  })

  test('is filtered, newest first', async () => {
    set.receiver.plan('/desk', status(410))
    const id = await create('Filtered')
    await Promise.all([latest(set.service, 'articles'), latest(set.service, 'desk')])
    const of = async (query: string) => {
      const rows = await deliveries(set.service, query)
      expect(rows.map((row) => row.id)).toEqual(
        rows
          .map((row) => row.id)
          .toSorted()
          .toReversed(),
      )
      return rows
    }
    const desk = await of('&endpoint=desk&status=failed')
    expect(desk).toHaveLength(1)
    expect((await delivery(set.service, desk[0]?.id ?? '')).payload.data.id).toBe(id)
    expect(await of('&endpoint=articles&status=failed')).toEqual([])
    expect(await of('&endpoint=nobody')).toEqual([])
    expect((await of('&event=content:save')).length).toBeGreaterThanOrEqual(4)
    expect(await of('&event=content:delete')).toEqual([])
  })

  test('is read page by page, without loss or repetition while it grows', async () => {
    for (const title of ['One', 'Two', 'Three']) await create(title)
    await latest(set.service, 'articles')
    const all = (await deliveries(set.service, '&endpoint=articles')).map(({ id }) => id)
    const seen: string[] = []
    let cursor = ''
    for (;;) {
      const page = (await get(`deliveries?endpoint=articles&limit=2${cursor}`)).body.data
      seen.push(...page.entries.map(({ id }: { id: string }) => id))
      expect(page.pagination).toEqual({
        limit: 2,
        hasNext: page.pagination.nextCursor !== null,
        nextCursor: page.pagination.nextCursor,
      })
      if (page.pagination.nextCursor === null) break
      cursor = `&cursor=${page.pagination.nextCursor}`
      await create('Meanwhile')
    }
    expect(seen).toEqual(all)
    const other = await get(`deliveries?endpoint=desk&limit=2${cursor}`)
    expect(other.body.code).toBe('invalid_query')
  })

  test('refuses what it does not know', async () => {
    for (const query of [
      'status=lost',
      'limit=0',
      'limit=101',
      'endpont=desk',
      'cursor=none',
      `endpoint=${'x'.repeat(41)}`,
    ]) {
      expect((await get(`deliveries?${query}`)).body.code, query).toBe('invalid_query')
    }
    expect((await get('deliveries?endpont=desk')).body.detail).toContain('Did you mean endpoint?')
    for (const answer of [get('deliveries/none'), post('deliveries/none/replay'), post('endpoints/none/test')]) {
      expect(await answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('replay', () => {
  test('sends the same message under the same id, with all attempts anew', async () => {
    set.receiver.plan('/articles', status(410))
    await create('Replayed')
    const { id } = await latest(set.service, 'articles')
    expect(await delivery(set.service, id)).toMatchObject({ status: 'failed' })
    const answer = await post(`deliveries/${id}/replay`)
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { id, status: 'pending', attempts: 0 } } })
    const done = await eventually(
      () => delivery(set.service, id),
      (row) => row.status === 'delivered',
    )
    expect(done).toMatchObject({ attempts: 1, lastStatus: 204, lastError: null })
    const sent = set.receiver.at('/articles').filter(({ headers }) => headers['webhook-id'] === id)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toBe(sent[0]?.body)
  })

  test('waits for the end of an attempt that is under way', async () => {
    set.receiver.plan('/articles', status(500))
    await create('Busy')
    const { id } = await latest(set.service, 'articles')
    await set.service.sql('UPDATE webhook_deliveries SET leased_until = ? WHERE id = ?', Date.now() + 60_000, id)
    expect(await post(`deliveries/${id}/replay`)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await delivery(set.service, id)).toMatchObject({ status: 'pending', attempts: 1 })
  })
})

describe('endpoints', () => {
  test('are shown without addresses and secrets, with what waits', async () => {
    set.receiver.plan('/ids', status(500))
    const id = await create('Counted')
    await set.service.fetch(`/api/articles/${id}`, { method: 'DELETE', headers: editor })
    await latest(set.service, 'ids')
    const { body } = await get('endpoints')
    expect(body.data).toMatchObject([{ name: 'articles' }, { name: 'desk' }, { name: 'ids' }, { name: 'people' }])
    expect(body.data[2]).toEqual({
      name: 'ids',
      events: ['content:delete'],
      collections: null,
      payload: 'ids',
      restrictedFields: false,
      pending: 1,
      failed: 0,
    })
  })

  test('are tried with a message of their own, once', async () => {
    const good = await post('endpoints/desk/test')
    expect(good.body.data).toMatchObject({
      event: 'webhooks:test',
      endpoint: 'desk',
      status: 'delivered',
      lastStatus: 204,
    })
    expect(JSON.parse(set.receiver.at('/desk').at(-1)?.body ?? '')).toMatchObject({
      type: 'webhooks:test',
      data: { endpoint: 'desk', actor: 'ada' },
    })
    set.receiver.plan('/desk', status(500, 'out of order'))
    const bad = await post('endpoints/desk/test')
    expect(bad).toMatchObject({
      status: 200,
      body: { data: { status: 'failed', attempts: 1, lastStatus: 500, responseBody: 'out of order' } },
    })
  })
})
