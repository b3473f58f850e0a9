import { beforeAll, describe, expect, it } from 'vitest'
import { addUser, bearer, freshAddress, login, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
const chosen = { cookie: 'language=de' }
/** A browser that prefers German, and a program that merely says so. */
const prefers = { 'accept-language': 'de-DE,de;q=0.9' }
const browser = { accept: 'text/html,*/*;q=0.8' }
let editor: Record<string, string>

beforeAll(async () => {
  await service.fetch('/api/health')
  editor = bearer((await signedIn(service, 'editor')).token)
})

/** Refusals of the API: for an editor who chose German, for a program, and for one that only prefers German. */
async function refused(path: string, options: { method?: string; body?: unknown; headers?: Record<string, string> }) {
  const say = async (headers: Record<string, string>) => {
    const { status, body } = await service.json(path, {
      ...options,
      headers: { ...editor, ...options.headers, ...headers },
    })
    const { requestId: _, ...rest } = body
    return { status, ...rest }
  }
  const english = await say({})
  expect(await say(prefers)).toEqual(english)
  return { german: await say(chosen), english }
}

async function page(path: string, headers: Record<string, string>, form?: Record<string, string>) {
  const answer = await service.fetch(path, {
    headers: {
      ...browser,
      origin: service.url.origin,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
  })
  return { status: answer.status, text: await answer.text() }
}

describe('what the API refuses', () => {
  it('is said in German to who chose it, with the same codes, and in English to a program', async () => {
    const { german, english } = await refused('/api/authors', { body: { name: 7, bron: 'x', links: [1] } })
    expect(english).toMatchObject({
      status: 422,
      title: 'Validation failed',
      code: 'validation_failed',
      detail: '3 values are not valid.',
      errors: [
        { path: 'name', code: 'invalid_type', message: 'Text is required.' },
        { path: 'bron', code: 'unknown_field', message: 'There is no such field. Did you mean born?' },
        { path: 'links.0', code: 'invalid_type', message: 'Text is required.' },
      ],
    })
    expect(german).toMatchObject({
      status: 422,
      title: 'Eingaben nicht gültig',
      code: 'validation_failed',
      detail: '3 Werte sind nicht gültig.',
      errors: [
        { path: 'name', code: 'invalid_type', message: 'Ein Text ist nötig.' },
        { path: 'bron', code: 'unknown_field', message: 'Dieses Feld gibt es nicht. Ist born gemeint?' },
        { path: 'links.0', code: 'invalid_type', message: 'Ein Text ist nötig.' },
      ],
    })
  })

  it.each([
    ['a field that is missing', {}, 'A value is required.', 'Hier fehlt ein Wert.'],
    ['a text that is too long', { name: 'x'.repeat(201) }, 'At most 200 characters.', 'Höchstens 200 Zeichen.'],
    [
      'a wrong date',
      { name: 'A', born: '2026-02-30' },
      'A date is required, such as 2026-11-20.',
      'Ein Datum ist nötig, etwa 2026-11-20.',
    ],
    [
      "a field type's own rule",
      { name: 'A', slug: 'Not One' },
      'Lower-case letters, digits and single hyphens.',
      'Nur Kleinbuchstaben, Ziffern und einzelne Bindestriche.',
    ],
    ['too many entries', { name: 'A', links: Array(21).fill('x') }, 'At most 20 entries.', 'Höchstens 20 Einträge.'],
  ])('%s', async (_, body, inEnglish, inGerman) => {
    const { german, english } = await refused('/api/authors', { body })
    expect([english.errors[0].message, english.detail]).toEqual([inEnglish, 'One value is not valid.'])
    expect([german.errors[0].message, german.detail]).toEqual([inGerman, 'Ein Wert ist nicht gültig.'])
  })

  it('a rule of a field type that names its limit', async () => {
    const text = { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(500_001) }] }
    const { german, english } = await refused('/api/posts', {
      body: { title: 'Long', body: { type: 'doc', content: [text] } },
    })
    expect(english.errors).toContainEqual(
      expect.objectContaining({ message: 'This is longer than 500000 characters.' }),
    )
    expect(german.errors).toContainEqual(expect.objectContaining({ message: 'Das ist länger als 500000 Zeichen.' }))
  })

  it('a value that is taken, and a version that is no longer the last', async () => {
    const { body } = await service.json('/api/authors', { body: { name: 'Ada', slug: 'ada' }, headers: editor })
    const taken = await refused('/api/authors', { body: { name: 'Other', slug: 'ada' } })
    expect(taken.german).toMatchObject({
      title: 'Konflikt',
      detail: 'Ein anderes Dokument hat den gleichen Wert in slug.',
      errors: [{ path: 'slug', code: 'unique', message: 'Ein anderes Dokument hat diesen Wert schon.' }],
    })
    expect(taken.english.errors[0].message).toBe('Another document has this value.')
    const stale = await refused(`/api/authors/${body.data.id}`, {
      method: 'PATCH',
      body: { name: 'Ada L.' },
      headers: { 'if-match': '"99"' },
    })
    expect([stale.german.status, stale.german.title, stale.german.detail]).toEqual([
      412,
      'Inzwischen geändert',
      'Das Dokument wurde inzwischen geändert. Bitte neu laden.',
    ])
    expect(stale.english.title).toBe('Changed in the meantime')
  })

  it('a file that is too large', async () => {
    const body = { filename: 'film.mp4', size: 10 ** 15, type: 'video/mp4' }
    const { german, english } = await refused('/api/media/uploads', { body })
    expect([german.title, german.detail]).toEqual([
      'Datei zu groß',
      expect.stringMatching(/film\.mp4.* ist größer als \d+ Bytes\.$/),
    ])
    expect(english.title).toBe('File too large')
  })

  it('is said in the browser’s language to a script of a page', async () => {
    const headers = { ...editor, ...prefers, 'hx-request': 'true' }
    const { body } = await service.json('/api/authors', { body: {}, headers })
    expect(body.errors[0].message).toBe('Hier fehlt ein Wert.')
  })
})

describe('pages', () => {
  it('that are not for this reader, and that are not there', async () => {
    const forbidden = await page('/admin/users', { ...editor, ...chosen })
    expect(forbidden).toEqual({
      status: 403,
      text: expect.stringMatching(/<title>Nicht erlaubt .*<h1[^>]*>Nicht erlaubt<.*Rolle erlaubt/s),
    })
    const missing = await page('/nothing/here', prefers)
    expect(missing).toEqual({ status: 404, text: expect.stringMatching(/<h1[^>]*>Nicht gefunden<.*\/nothing\/here/s) })
    expect((await page('/nothing/here', {})).text).toContain('There is nothing at /nothing/here.')
  })

  it('say what is wrong with a document while it is typed', async () => {
    const answer = await service.fetch('/admin/content/check?collection=authors', {
      method: 'POST',
      headers: {
        ...editor,
        ...chosen,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ name: 'x'.repeat(201) }).toString(),
    })
    expect(await answer.json()).toMatchObject({ data: { errors: { name: 'Höchstens 200 Zeichen.' } } })
  })

  it('say that the password is wrong, and that there were too many attempts', async () => {
    const { email } = await addUser(service)
    const from = { ...chosen, 'cf-connecting-ip': freshAddress() }
    const tried = await page('/auth/login', from, { email, password: 'wrong password' })
    expect(tried).toEqual({ status: 401, text: expect.stringContaining('E-Mail-Adresse oder Passwort falsch') })
    for (let attempt = 0; attempt < 5; attempt += 1) await login(service, email, 'wrong password')
    const stopped = await page('/auth/login', from, { email, password: 'wrong password' })
    expect(stopped).toEqual({ status: 429, text: expect.stringContaining('Zu viele gescheiterte Anmeldungen.') })
  })

  it('say what is wrong with an account', async () => {
    const admin = bearer((await signedIn(service, 'admin')).token)
    const { email } = await addUser(service)
    const form = (fields: Record<string, string>) =>
      page('/admin/users', { ...admin, ...chosen }, { email, role: 'viewer', password: 'correct horse', ...fields })
    expect(await form({})).toEqual({ status: 409, text: expect.stringContaining('Das ist schon vergeben.') })
    expect((await form({ email: 'nobody' })).text).toContain('Eine E-Mail-Adresse ist nötig.')
    expect((await form({ email: 'new@example.org', password: 'short' })).text).toContain('Mindestens 8 Zeichen.')
  })
})
