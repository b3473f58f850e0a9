import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook } from '../../../src/client/webhook.ts'
import { comeDue, deliveries, delivery, editor, eventually, KEY, latest, secrets, setUp } from './fixture.ts'
import { hangUp, silence, status } from './receiver.ts'

const set = setUp()

/** A minute in which deliveries are made, and nothing leaves the log. */
const ONE_PAST_MIDNIGHT = 60_000

const create = async (fields: object = {}) => {
  const { status, body } = await set.service.json('/api/articles', {
    body: { title: 'Told', ...fields },
    headers: editor,
  })
  expect(status).toBe(201)
  return body.data
}

test('an event is sent, signed with every secret, once the caller has its answer', async () => {
  const before = Date.now()
  const { id } = await create()
  const row = await latest(set.service, 'articles')
  expect(row).toMatchObject({
    event: 'content:save',
    status: 'delivered',
    attempts: 1,
    lastStatus: 204,
    lastError: null,
  })
  expect(row.nextAttemptAt).toBeNull()
  expect(row.lastDuration).toBeGreaterThanOrEqual(0)
  const [sent, ...others] = set.receiver.at('/articles')
  expect(others).toEqual([])
  expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': row.id, 'x-api-key': KEY })
  const timestamp = Number(sent?.headers['webhook-timestamp'])
  expect(Math.abs(timestamp - before / 1000)).toBeLessThan(60)
  const signatures = [secrets.articles, secrets.retired].map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${row.id}.${timestamp}.${sent?.body}`).digest('base64')}`
  })
  expect(sent?.headers['webhook-signature']).toBe(signatures.join(' '))
  const message = await verifyWebhook({ headers: sent?.headers ?? {}, body: sent?.body ?? '' }, secrets.retired)
  expect(message).toMatchObject({
    id: row.id,
    type: 'content:save',
    data: { actor: 'eve', collection: 'articles', id },
  })
})

test('only what an endpoint asked for goes to it', async () => {
  const [articles, desk, ids] = ['/articles', '/desk', '/ids'].map((path) => set.receiver.at(path).length)
  const note = await set.service.json('/api/notes', { body: { text: 'n' }, headers: editor })
  await set.service.fetch(`/api/notes/${note.body.data.id}`, { method: 'DELETE', headers: editor })
  await eventually(
    () => set.receiver.at('/ids').length,
    (count) => count === (ids ?? 0) + 1,
  )
  const last = JSON.parse(set.receiver.at('/ids').at(-1)?.body ?? '')
  expect(last.data).toEqual({
    actor: 'eve',
    requestId: expect.any(String),
    collection: 'notes',
    id: note.body.data.id,
  })
  expect(set.receiver.at('/articles')).toHaveLength(articles ?? 0)
  expect(set.receiver.at('/desk')).toHaveLength(desk ?? 0)
})

test('hidden fields never leave, fields of some roles only where the endpoint says so', async () => {
  const { id } = await create({ title: 'Private', deskNote: 'for the desk' })
  await set.service.sql('UPDATE articles SET internal_score = 7 WHERE id = ?', id)
  const changed = { method: 'PATCH', body: { title: 'Private 2' }, headers: editor }
  expect((await set.service.json(`/api/articles/${id}`, changed)).status).toBe(200)
  const saves = async (path: string, count: number) => {
    const found = await eventually(
      () =>
        set.receiver
          .at(path)
          .map(({ body }) => JSON.parse(body))
          .filter(({ data }) => data.id === id),
      ({ length }) => length === count,
    )
    return found.at(-1).data
  }
  const open = await saves('/articles', 3)
  expect(open.before).toMatchObject({ id, title: 'Private' })
  expect(open.after).toMatchObject({ id, title: 'Private 2', version: 2 })
  for (const document of [open.before, open.after]) {
    expect(document).not.toHaveProperty('internalScore')
    expect(document).not.toHaveProperty('deskNote')
  }
  const desk = await saves('/desk', 2)
  expect(desk.after).toMatchObject({ deskNote: 'for the desk' })
  expect(desk.after).not.toHaveProperty('internalScore')
})

test('other languages come under their names, without the fields of some roles', async () => {
  const count = set.receiver.at('/articles').length
  const made = await set.service.json('/api/bulletins?locale=*', {
    body: { title: { en: 'Ferries', de: 'Fähren' }, desk: { en: 'late', de: 'spät' } },
    headers: editor,
  })
  expect(made.status).toBe(201)
  const sent = await eventually(
    () => set.receiver.at('/articles'),
    (all) => all.length > count,
  )
  const { after } = JSON.parse(sent.at(-1)?.body ?? '').data
  expect(after).toMatchObject({ title: 'Ferries', translations: { de: { title: 'Fähren' } } })
  expect(JSON.stringify(after)).not.toMatch(/@|desk|late|spät|translatedAt/)
})

test('the events of one request go out in their order', async () => {
  const { id } = await create({ title: 'Ordered' })
  await set.service.json(`/api/articles/${id}`, { method: 'PATCH', body: { title: 'Ordered 2' }, headers: editor })
  const types = await eventually(
    () =>
      set.receiver
        .at('/articles')
        .map(({ body }) => JSON.parse(body))
        .filter(({ data }) => data.id === id)
        .map(({ type }) => type),
    ({ length }) => length === 3,
  )
  expect(types).toEqual(['content:save', 'content:save', 'content:update'])
})

test('of accounts goes out what their owner sees; events that are of no collection go to everyone who asked', async () => {
  const emit = async (event: string, payload: object) => {
    const before = set.receiver.at('/people').length
    const answer = await set.service.json('/auth/emit', { body: { event, payload }, headers: editor })
    expect(answer.status).toBe(204)
    const bodies = await eventually(
      () => set.receiver.at('/people').map(({ body }) => JSON.parse(body)),
      ({ length }) => length === before + 1,
    )
    expect(bodies.at(-1).type).toBe(event)
    return bodies.at(-1).data
  }
  const user = { id: 'u1', email: 'a@example.com', role: 'editor', passwordHash: 'scrypt$', password_hash: 'scrypt$' }
  const updated = await emit('user:update', { collection: 'users', id: 'u1', before: user, after: user })
  expect(updated).toMatchObject({ id: 'u1', actor: 'eve', after: { email: 'a@example.com', role: 'editor' } })
  expect(JSON.stringify(updated)).not.toContain('scrypt')
  const login = await emit('auth:login', { email: 'a@example.com', ip: '198.51.100.7' })
  expect(login).toMatchObject({ email: 'a@example.com', ip: '198.51.100.7' })
  const upload = await emit('media:upload', { item: { id: 'm1', title: 'T' } })
  expect(upload).toMatchObject({ item: { id: 'm1', title: 'T' } })
})

test('documents of more than 262,144 characters are left out, and named', async () => {
  const payloadOf = async (length: number) => {
    const { id } = await create({ title: 'Large', body: 'x'.repeat(length) })
    const [row] = await set.service.sql<{ payload: string }>(
      `SELECT payload FROM webhook_deliveries WHERE payload LIKE '%' || ? || '%' ORDER BY id DESC`,
      id,
    )
    return row?.payload ?? ''
  }
  const most = 262_144
  const beside = (await payloadOf(1000)).length - 1000
  expect([(await payloadOf(most - beside)).length, await payloadOf(most - beside + 1)]).toEqual([
    most,
    expect.stringContaining('"omitted":["before","after"]'),
  ])
  await latest(set.service, 'articles')
})

test('500, then silence, then a redirect: three attempts, each later, and it is given up', async () => {
  const elsewhere = set.receiver.url('/elsewhere')
  set.receiver.plan(
    '/articles',
    status(500, `broken, with ${KEY} and ${secrets.articles} and ${'y'.repeat(2000)}`),
    silence,
    status(307, '', { location: elsewhere }),
  )
  await create({ title: 'Refused' })
  const first = await latest(set.service, 'articles')
  expect(first).toMatchObject({ status: 'pending', attempts: 1, lastStatus: 500, lastError: 'answered 500' })
  const waits = (row: { nextAttemptAt: string | null; lastAttemptAt: string | null; lastDuration: number | null }) =>
    (Date.parse(row.nextAttemptAt ?? '') - Date.parse(row.lastAttemptAt ?? '') - (row.lastDuration ?? 0)) / 1000
  expect(waits(first)).toBeGreaterThanOrEqual(48 - 1)
  expect(waits(first)).toBeLessThanOrEqual(72 + 5)
  const { responseBody } = await delivery(set.service, first.id)
  expect(responseBody).toMatch(/^broken, with \[redacted\] and \[redacted\] and y+$/)
  expect(responseBody.length).toBeLessThanOrEqual(1024)

  await set.service.schedule()
  expect(await delivery(set.service, first.id)).toMatchObject({ attempts: 1 }) // not due yet

  await comeDue(set.service)
  await set.service.schedule()
  const second = await delivery(set.service, first.id)
  expect(second).toMatchObject({
    status: 'pending',
    attempts: 2,
    lastStatus: null,
    lastError: 'no response within 1 s',
  })
  expect(waits(second)).toBeGreaterThanOrEqual(192 - 1)
  expect(waits(second)).toBeLessThanOrEqual(288 + 5)

  await comeDue(set.service)
  await set.service.schedule()
  const third = await delivery(set.service, first.id)
  expect(third).toMatchObject({ status: 'failed', attempts: 3, lastStatus: 307, nextAttemptAt: null })
  expect(third.lastError).toBe('answered 307; redirects are not followed')
  expect(set.receiver.at('/elsewhere')).toEqual([])

  await comeDue(set.service)
  await set.service.schedule()
  const sent = set.receiver.at('/articles').filter(({ headers }) => headers['webhook-id'] === first.id)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
})

test('a broken connection is tried again, and taken the second time', async () => {
  set.receiver.plan('/articles', hangUp)
  await create({ title: 'Hung up' })
  const row = await latest(set.service, 'articles')
  expect(row).toMatchObject({ status: 'pending', lastStatus: null })
  expect(row.lastError).toMatch(/^no connection: /)
  await comeDue(set.service)
  await set.service.schedule()
  expect(await delivery(set.service, row.id)).toMatchObject({ status: 'delivered', attempts: 2, lastError: null })
})

/** Seconds before a second attempt: a minute, up to a fifth more or less. */
const MINUTE = [48, 72] as const

test.each([
  ['a moment', '5', MINUTE],
  ['an hour', '3600', [3600, 3600]],
  ['a day', '86400', [86_400, 86_400]],
  ['more than a day', '86401', [86_400, 86_400]],
  ['until a date', new Date(Date.now() + 7_200_000).toUTCString(), [7000, 7200]],
  ['until a date of the past', new Date(0).toUTCString(), MINUTE],
  ['in words', 'soon', MINUTE],
])('an endpoint that asks to be left alone for %s is', async (_, value, [least, most]) => {
  set.receiver.plan('/articles', status(429, '', { 'retry-after': value }))
  await create({ title: 'Later' })
  const { nextAttemptAt, lastAttemptAt, lastDuration } = await latest(set.service, 'articles')
  const wait = (Date.parse(nextAttemptAt ?? '') - Date.parse(lastAttemptAt ?? '') - (lastDuration ?? 0)) / 1000
  expect(wait).toBeGreaterThan(least - 1)
  expect(wait).toBeLessThan(most + 5)
})

test.each([
  [200, 'delivered', null],
  [299, 'delivered', null],
  [300, 'pending', 'answered 300; redirects are not followed'],
  [399, 'pending', 'answered 399; redirects are not followed'],
  [400, 'pending', 'answered 400'],
  [409, 'pending', 'answered 409'],
  [410, 'failed', 'answered 410'],
  [411, 'pending', 'answered 411'],
  [500, 'pending', 'answered 500'],
])('the answer %i: %s', async (code, outcome, lastError) => {
  set.receiver.plan('/articles', status(code))
  await create({ title: `Answered ${code}` })
  expect(await latest(set.service, 'articles')).toMatchObject({
    status: outcome,
    attempts: 1,
    lastStatus: code,
    lastError,
  })
})

test('cron triggers at once make one attempt between them', async () => {
  set.receiver.plan('/articles', status(500))
  await create({ title: 'Once' })
  const { id } = await latest(set.service, 'articles')
  await comeDue(set.service)
  await Promise.all(Array.from({ length: 5 }, () => set.service.schedule()))
  expect(await delivery(set.service, id)).toMatchObject({ status: 'delivered', attempts: 2 })
  expect(set.receiver.at('/articles').filter(({ headers }) => headers['webhook-id'] === id)).toHaveLength(2)
})

test('an attempt that came to no end is made again once its lease is over, and not before', async () => {
  set.receiver.plan('/articles', status(500))
  await create({ title: 'Lost' })
  const { id } = await latest(set.service, 'articles')
  const later = Date.now() + 3_600_000
  const lease = 'UPDATE webhook_deliveries SET leased_until = ?1, next_attempt_at = ?1 WHERE id = ?2'
  await set.service.sql(lease, later, id)
  await set.service.schedule()
  expect(await delivery(set.service, id)).toMatchObject({ status: 'pending', attempts: 1 })
  await set.service.sql(lease, 1, id)
  await set.service.schedule()
  expect(await delivery(set.service, id)).toMatchObject({ status: 'delivered', attempts: 2 })
})

test('an attempt that ends after another has begun changes nothing', async () => {
  let answered = false
  set.receiver.plan('/articles', (response) => {
    setTimeout(() => {
      answered = true
      response.writeHead(204).end()
    }, 500)
  })
  const sent = set.receiver.at('/articles').length
  await create({ title: 'Late' })
  await eventually(
    () => set.receiver.at('/articles').length,
    (count) => count === sent + 1,
  )
  const [row] = await set.service.sql<{ id: string }>(
    'UPDATE webhook_deliveries SET leased_until = leased_until + 1, attempts = 2 WHERE leased_until IS NOT NULL RETURNING id',
  )
  await eventually(
    () => answered,
    (isAnswered) => isAnswered,
  )
  await new Promise((resolve) => setTimeout(resolve, 200)) // for what is written after the answer
  expect(await delivery(set.service, row?.id ?? '')).toMatchObject({ status: 'pending', attempts: 2, lastStatus: null })
  await set.service.sql('DELETE FROM webhook_deliveries WHERE id = ?', row?.id)
})

test('an endpoint that is down does not hold up the others', async () => {
  const insert = `INSERT INTO webhook_deliveries (id, endpoint, event, payload, status, attempts, next_attempt_at, created_at)
    VALUES (?1, ?2, 'content:save', '{}', 'pending', 0, ?3, 1)`
  const ids = Array.from({ length: 12 }, (_, index) => `00000000-0001-7000-8000-0000000000${index + 10}`)
  for (const [index, id] of ids.entries()) await set.service.sql(insert, id, 'articles', index)
  const last = '00000000-0001-7000-8000-000000000099'
  await set.service.sql(insert, last, 'desk', 99)
  set.receiver.plan('/articles', ...ids.map(() => silence))
  await set.service.schedule(ONE_PAST_MIDNIGHT)
  expect(await delivery(set.service, last)).toMatchObject({ status: 'delivered' })
  const tried = (await deliveries(set.service, '&endpoint=articles')).filter(({ id }) => ids.includes(id))
  expect(tried.filter(({ attempts }) => attempts > 0)).toHaveLength(5)
  set.receiver.plan('/articles')
  await comeDue(set.service)
  await set.service.schedule(ONE_PAST_MIDNIGHT)
  const rest = (await deliveries(set.service, '&endpoint=articles')).filter(({ id }) => ids.includes(id))
  expect(rest.map(({ status }) => status)).toEqual(ids.map(() => 'delivered'))
})

test('a request that causes many events sends some of them itself, and the cron trigger the rest', async () => {
  const before = set.receiver.at('/people').length
  const sent = () => set.receiver.at('/people').length - before
  const body = { event: 'media:upload', payload: { item: { id: 'many' } }, times: 25 }
  await set.service.json('/auth/emit', { body })
  await eventually(sent, (count) => count === 20)
  const rows = await deliveries(set.service, '&endpoint=people&status=pending')
  expect(rows.filter(({ attempts }) => attempts === 0)).toHaveLength(5)
  await set.service.schedule(ONE_PAST_MIDNIGHT)
  expect(sent()).toBe(25)
})

test('what is done leaves the log after its day; what waits stays', async () => {
  const insert = `INSERT INTO webhook_deliveries (id, endpoint, event, payload, status, attempts, next_attempt_at, created_at)
    VALUES (?1, 'desk', 'content:save', '{}', ?2, 1, ?3, 1)`
  const day = 86_400_000
  const left: string[] = []
  for (const [age, isOld] of [
    [day + 1000, true],
    [day - 60_000, false],
    [0, false],
  ] as const) {
    for (const [index, status] of ['delivered', 'failed', 'pending'].entries()) {
      const hex = (Date.now() - age).toString(16).padStart(12, '0')
      const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-9999-00000000000${index}`
      await set.service.sql(insert, id, status, Date.now() + 3_600_000)
      if (!isOld || status === 'pending') left.push(id)
    }
  }
  await set.service.schedule()
  const rows = await set.service.sql<{ id: string }>(
    "SELECT id FROM webhook_deliveries WHERE id LIKE '%-9999-00000000000_'",
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(left.sort())
})

test('no secret is in the log or the database', async () => {
  const rows = JSON.stringify(await set.service.sql('SELECT * FROM webhook_deliveries'))
  for (const secret of [KEY, ...Object.values(secrets)]) {
    expect(rows).not.toContain(secret)
    expect(JSON.stringify(set.service.logs)).not.toContain(secret)
  }
})
