import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'

const service = sharedService()
const browser = { accept: 'text/html,*/*;q=0.8' }

async function page(path: string, role = 'editor'): Promise<{ status: number; text: string; location: string | null }> {
  const answer = await service.fetch(path, { headers: { ...browser, ...as(role) } })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') }
}

async function send(path: string, fields: readonly (readonly [string, string])[], role = 'editor', headers = {}) {
  const answer = await service.fetch(path, {
    method: 'POST',
    headers: { ...browser, ...as(role), ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
}

async function create(collection: string, body: object) {
  const answer = await service.json(`/api/${collection}`, { body, headers: as('editor') })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { ...answer.body.data, etag: answer.headers.get('etag') } as {
    id: string
    etag: string
    [name: string]: unknown
  }
}

const read = async (collection: string, id: string) =>
  (await service.json(`/api/${collection}/${id}`, { headers: as('editor') })).body.data

describe('the list of content', () => {
  it('shows documents of all collections, or of one, to editors only', async () => {
    await create('articles', { title: 'Bread <rises>' })
    await create('topics', { name: 'Baking' })
    const all = await page('/admin/content/')
    expect(all.status).toBe(200)
    expect(all.text).toContain('Bread &lt;rises&gt;')
    expect(all.text).toContain('Baking')
    const one = await page('/admin/content/?collection=articles')
    expect(one.text).toContain('Bread &lt;rises&gt;')
    expect(one.text).not.toContain('>Baking<')
    expect((await page('/admin/content/', 'viewer')).status).toBe(403)
    expect((await page('/admin/content/?collection=nothing')).status).toBe(404)
  })

  it('filters, sorts and tells what is wrong with a filter', async () => {
    await create('articles', { title: 'Zebra crossing', kind: 'review' })
    const found = await page('/admin/content/?collection=articles&title%5Bcontains%5D=zebra&kind=review&status=&q=')
    expect(found.text).toContain('Zebra crossing')
    expect(found.text).not.toContain('Bread')
    expect(found.text).toContain('value="zebra"')
    const nothing = await page('/admin/content/?collection=articles&title%5Bcontains%5D=nowhere')
    expect(nothing.text).toContain('Nothing was found')
    const wrong = await page('/admin/content/?collection=articles&rating=many')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('The list cannot be shown')
    const sorted = await page('/admin/content/?collection=articles&sort=-title')
    expect(sorted.text.indexOf('Zebra')).toBeLessThan(sorted.text.indexOf('Bread'))
    expect(sorted.text).toContain('aria-sort="descending"')
  })

  it('goes on from page to page', async () => {
    for (let index = 0; index < 22; index += 1) await create('topics', { name: `Page topic ${index}` })
    const first = await page('/admin/content/?collection=topics')
    const next =
      /rel="next" href="([^"]+)"/.exec(first.text)?.[1] ?? /href="([^"]+)"[^>]*rel="next"/.exec(first.text)?.[1]
    const second = await page(String(next).replaceAll('&amp;', '&'))
    expect(second.status).toBe(200)
    expect(second.text).toContain('First page')
    expect(first.text).toContain('Page topic 21')
    expect(second.text).not.toContain('Page topic 21<')
  })

  it('answers programs with JSON', async () => {
    const { status, body } = await service.json('/admin/content/?collection=articles', { headers: as('editor') })
    expect([status, body.success, Array.isArray(body.data)]).toEqual([200, true, true])
  })

  it('leads to the one document of a singleton', async () => {
    const { status, location } = await page('/admin/content/?collection=about', 'admin')
    expect([status, location]).toEqual([302, '/admin/content/new?collection=about'])
  })
})

describe('a new document of no collection yet', () => {
  it('lets one choose among those in which one may create', async () => {
    const { status, text } = await page('/admin/content/new')
    expect(status).toBe(200)
    expect(text).toContain('href="/admin/content/new?collection=articles"')
    const { body } = await service.json('/admin/content/new', { headers: as('editor') })
    expect(body.data.map(({ name }: { name: string }) => name)).toContain('articles')
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('about')
  })
})

describe('the form of a document', () => {
  it('has a widget for each type of field', async () => {
    const { text } = await page('/admin/content/new?collection=articles')
    for (const expected of [
      'name="title"',
      'data-slug-from="title"',
      'data-rich-text="/assets/rich-text.',
      'type="date"',
      'type="datetime-local"',
      'A review</option>',
      'data-picker="people"',
      'data-picker="topics"',
      'name="seo.title"',
      'data-type="quote"',
    ])
      expect(text).toContain(expected)
    expect(text).toMatch(/<input(?=[^>]* type="checkbox")(?=[^>]* id="field-featured")/)
    expect(text).not.toContain('name="secretNote"')
    expect(text).not.toContain('name="views"')
    expect(text).not.toMatch(/\sstyle=|\son\w+=/)
  })

  it('creates a document with fields of every type', async () => {
    const topic = await create('topics', { name: 'Nested' })
    const { status, location } = await send('/admin/content/?collection=articles', [
      ['title', 'All of it'],
      ['body', 'One paragraph\r\n\r\nAnother'],
      ['rating', '4.5'],
      ['featured', 'false'],
      ['featured', 'true'],
      ['day', '2024-02-29'],
      ['startsAt', '2030-01-02T03:04'],
      ['kind', 'review'],
      ['extra', '{"a":[1]}'],
      ['topics', topic.id],
      ['links[]', 'b'],
      ['links.b', 'second made, first shown'],
      ['links[]', 'a'],
      ['links.a', 'other'],
      ['seo.title', 'Short'],
      ['seo.index', 'false'],
      ['parts[]', 'x'],
      ['parts.x.type', 'quote'],
      ['parts.x.text', 'To be'],
      ['~action', 'publish'],
    ])
    expect(status).toBe(303)
    const id = /content\/([^/]+)\/edit/.exec(location)?.[1] ?? ''
    expect(await read('articles', id)).toMatchObject({
      title: 'All of it',
      slug: 'all-of-it',
      status: 'published',
      rating: 4.5,
      featured: true,
      day: '2024-02-29',
      startsAt: '2030-01-02T03:04:00.000Z',
      kind: 'review',
      extra: { a: [1] },
      topics: [topic.id],
      links: ['second made, first shown', 'other'],
      seo: { title: 'Short', index: false },
      parts: [{ type: 'quote', text: 'To be' }],
      body: { type: 'doc', content: [{ type: 'paragraph' }, { type: 'paragraph' }] },
    })
    const form = await page(location)
    expect(form.text).toContain('Published.')
    expect(form.text).toContain('value="second made, first shown"')
    expect(form.text).toContain('Nested</span>')
  })

  it('says beside a field what is wrong with it and loses nothing', async () => {
    const { status, text } = await send('/admin/content/?collection=articles', [
      ['title', 'x'],
      ['rating', 'a lot'],
      ['extra', '{"half":'],
      ['links[]', 'k'],
      ['links.k', 'l'.repeat(101)],
      ['seo.title', 'kept'],
    ])
    expect(status).toBe(422)
    expect(text).toMatch(/id="field-title-note" role="alert"/)
    expect(text).toMatch(/id="field-rating-note" role="alert"/)
    expect(text).toMatch(/id="field-links-0-note" role="alert"/)
    expect(text).toContain('value="a lot"')
    expect(text).toContain('{&quot;half&quot;:')
    expect(text).toContain('value="kept"')
  })

  it('saves, unpublishes and schedules', async () => {
    const { id } = await create('articles', { title: 'Going places', status: 'published' })
    const path = `/admin/content/${id}?collection=articles`
    const save = (...fields: [string, string][]) =>
      send(path, [['title', 'Going further'], ['seo.title', ''], ...fields])
    expect((await save(['~action', 'unpublish'])).status).toBe(303)
    expect(await read('articles', id)).toMatchObject({ title: 'Going further', status: 'draft' })
    const late = await save(['~action', 'schedule'], ['~scheduledAt', '2001-01-01T00:00'])
    expect(late.status).toBe(422)
    expect(late.text).toMatch(/id="scheduled-at-note" role="alert"/)
    expect((await save(['~action', 'schedule'], ['~scheduledAt', '2090-01-01T00:00'])).status).toBe(303)
    expect(await read('articles', id)).toMatchObject({ status: 'scheduled', scheduledAt: '2090-01-01T00:00:00.000Z' })
  })

  it('shows both versions when somebody else has saved', async () => {
    const { id, etag } = await create('articles', { title: 'Shared draft' })
    await service.json(`/api/articles/${id}`, { method: 'PATCH', body: { title: 'Theirs now' }, headers: as('admin') })
    const path = `/admin/content/${id}?collection=articles`
    const mine = await send(path, [
      ['~etag', etag],
      ['title', 'Mine instead'],
    ])
    expect(mine.status).toBe(412)
    expect(mine.text).toContain('Somebody else has saved this document')
    expect(mine.text).toMatch(/<del[^>]*>Theirs/)
    expect(mine.text).toContain('>Mine instead</textarea>')
    expect(await read('articles', id)).toMatchObject({ title: 'Theirs now' })
    const fresh = /name="~etag" value="([^"]+)"/.exec(mine.text)?.[1]?.replaceAll('&quot;', '"') ?? ''
    expect(
      (
        await send(path, [
          ['~etag', fresh],
          ['title', 'Mine instead'],
        ])
      ).status,
    ).toBe(303)
    expect(await read('articles', id)).toMatchObject({ title: 'Mine instead' })
  })

  it('answers the script that saves while somebody types with JSON', async () => {
    const { id } = await create('articles', { title: 'Typing' })
    const path = `/admin/content/${id}?collection=articles`
    const saved = await send(path, [['title', 'Typing on']], 'editor', { accept: 'application/json' })
    expect(saved.status).toBe(200)
    expect(JSON.parse(saved.text)).toMatchObject({ success: true, data: { title: 'Typing on', status: 'draft' } })
    const refused = await send(path, [['title', '']], 'editor', { accept: 'application/json' })
    expect(JSON.parse(refused.text)).toMatchObject({ status: 422, errors: [{ path: 'title' }] })
  })

  it('keeps the seconds of a time that nobody touched', async () => {
    const { id } = await create('articles', { title: 'To the second', startsAt: '2030-01-02T03:04:05.678Z' })
    const { text } = await page(`/admin/content/${id}/edit?collection=articles`)
    const shown = /name="startsAt"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? ''
    const path = `/admin/content/${id}?collection=articles`
    await send(path, [
      ['title', 'To the second'],
      ['startsAt', shown],
    ])
    expect(await read('articles', id)).toMatchObject({ startsAt: '2030-01-02T03:04:05.678Z' })
  })

  it('refuses a body that is no form', async () => {
    for (const [type, status] of [
      ['text/plain', 415],
      ['multipart/form-data', 422],
    ] as const) {
      const headers = { ...browser, ...as('editor'), 'content-type': type }
      const answer = await service.fetch('/admin/content/?collection=articles', {
        method: 'POST',
        headers,
        body: '--x',
      })
      expect(answer.status).toBe(status)
    }
  })

  it('begins a copy without what must differ', async () => {
    const { id } = await create('articles', { title: 'Copied', code: 'ABC-12' })
    const { text } = await page(`/admin/content/new?collection=articles&from=${id}`)
    expect(text).toContain('>Copied</textarea>')
    expect(text).not.toContain('ABC-12')
  })

  it('finds its collection without being told', async () => {
    const { id } = await create('articles', { title: 'Found by id' })
    expect((await page(`/admin/content/${id}/edit`)).text).toContain('>Found by id</textarea>')
    expect((await page('/admin/content/nothing/edit')).status).toBe(404)
  })
})

describe('deleting', () => {
  it('deletes, or says what refers to it', async () => {
    const person = await create('people', { name: 'Referred to' })
    const article = await create('articles', { title: 'Refers', author: person.id })
    const refused = await send(`/admin/content/${person.id}/delete?collection=people`, [])
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(`/admin/content/${article.id}/edit?collection=articles`)
    expect((await send(`/admin/content/${article.id}/delete?collection=articles`, [])).status).toBe(303)
    expect((await send(`/admin/content/${person.id}/delete?collection=people`, [])).status).toBe(303)
    expect((await page(`/admin/content/${person.id}/edit?collection=people`)).status).toBe(404)
  })
})

describe('many at once', () => {
  it('publishes, unpublishes, deletes and restores those that allow it', async () => {
    const first = await create('articles', { title: 'Bulk one' })
    const second = await create('articles', { title: 'Bulk two' })
    const bulk = (action: string, ...ids: string[]) =>
      send('/admin/content/bulk?collection=articles', [['action', action], ...ids.map((id) => ['id', id] as const)])
    expect((await bulk('publish', first.id, second.id)).location).toContain('did=publish')
    expect(await read('articles', second.id)).toMatchObject({ status: 'published' })
    expect((await bulk('unpublish', 'nothing')).status).toBe(404)
    const partly = await bulk('unpublish', first.id, 'nothing')
    expect(new URL(partly.location ?? '', 'http://x').searchParams.get('did')).toBe('unpublish.1.1')
    const { text } = await page(partly.location ?? '')
    expect(text).toContain('1 document unpublished')
    expect(text).toMatch(/1 was refused:.*nothing.*Not found/s)
    expect(await read('articles', first.id)).toMatchObject({ status: 'draft' })
    const gone = await bulk('delete', first.id, second.id)
    expect((await page(gone.location ?? '')).text).toContain('2 documents moved to the trash')
    expect(await read('articles', first.id)).toBeUndefined()
    expect((await bulk('restore', first.id, second.id)).location).toContain('did=restore.2')
    expect(await read('articles', second.id)).toMatchObject({ status: 'published' })
    expect((await bulk('explode', first.id)).status).toBe(422)
  })

  it('goes back to the list as it was, with a button that undoes what was done', async () => {
    const draft = await create('articles', { title: 'Undo a draft' })
    const before = await create('articles', { title: 'Undo a published one', status: 'published' })
    const back = 'title%5BstartsWith%5D=Undo&sort=title&limit=50'
    const { location } = await send('/admin/content/bulk?collection=articles', [
      ['action', 'publish'],
      ['back', back],
      ['id', draft.id],
      ['id', before.id],
    ])
    const address = new URL(location ?? '', 'http://x').searchParams
    expect(Object.fromEntries(address)).toMatchObject({ 'title[startsWith]': 'Undo', sort: 'title', limit: '50' })
    // What was published before stays so.
    expect(address.get('did')).toBe('publish.1.0')
    expect(address.get('undo')).toMatch(new RegExp(`^${draft.id}\\.v2-\\w+\\.d$`))
    const { text } = await page(location ?? '')
    expect(text).toMatch(new RegExp(`name="undo" value="${draft.id}[^"]*".*name="action" value="undo"`, 's'))
    const elsewhere = await service.fetch(location ?? '', {
      headers: { ...as('editor'), accept: 'text/html', 'sec-fetch-site': 'cross-site' },
    })
    expect(await elsewhere.text()).not.toContain('Undo</button>')
  })
})

describe('the history of a document', () => {
  it('compares versions and restores one', async () => {
    const { id } = await create('articles', { title: 'First words here' })
    await service.json(`/api/articles/${id}`, {
      method: 'PATCH',
      body: { title: 'Second words here' },
      headers: as('editor'),
    })
    const { text } = await page(`/admin/content/${id}/versions?collection=articles&version=1`)
    expect(text).toMatch(/<del[^>]*>First<\/del> words here/)
    expect(text).toMatch(/<ins[^>]*>Second<\/ins> words here/)
    expect((await send(`/admin/content/${id}/restore?collection=articles`, [['version', '1']])).status).toBe(303)
    expect(await read('articles', id)).toMatchObject({ title: 'First words here', version: 3 })
  })
})

describe('what a reference may be set to', () => {
  it('is found by its name', async () => {
    const topic = await create('topics', { name: 'Rare topic' })
    const headers = as('editor')
    const { body } = await service.json('/admin/content/options?target=topics&q=rare', { headers })
    expect(body.data).toEqual([{ id: topic.id, label: 'Rare topic' }])
    const fragment = await service.fetch('/admin/content/options?target=topics&q=rare', {
      headers: { ...headers, 'hx-request': 'true' },
    })
    expect(await fragment.text()).toContain(`data-id="${topic.id}"`)
    expect((await service.json('/admin/content/options?target=nothing', { headers })).status).toBe(404)
    expect((await service.json('/admin/content/options?target=topics', { headers: as('viewer') })).status).toBe(403)
  })
})
