import { describe, expect, it } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { quarters } from './pictures.ts'
import { formOf, mediaService, upload } from './service.ts'

const service = mediaService()
const editor = as('editor')
const admin = as('admin')
const browser = { accept: 'text/html,*/*;q=0.8' }

const next = counter()
const pngOf = (width: number, height: number) => quarters(width, height).png().toBuffer()

async function picture(fields: Record<string, string> = {}, name = 'picture.png'): Promise<string> {
  const bytes = await pngOf(60 + next(), 40)
  const { status, body } = await upload(service, { bytes, name, type: 'image/png' }, fields)
  expect(status).toBe(201)
  return body.data.id
}

async function page(path: string, headers: Record<string, string> = editor) {
  const answer = await service.fetch(path, { headers: { ...browser, ...headers }, redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

async function post(
  path: string,
  fields: readonly (readonly [string, string])[],
  headers = editor as Record<string, string>,
) {
  const answer = await service.fetch(path, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

const read = async (id: string) => (await service.json(`/api/media/${id}`, { headers: editor })).body.data

describe('the library', () => {
  it('gives programs items, folders and pagination', async () => {
    const id = await picture({ folder: 'for programs' })
    const { status, body } = await service.json('/admin/media/?folder=for+programs&limit=1', { headers: editor })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: { items: [{ id }], pagination: { page: 1, limit: 1, total: 1 } },
    })
    expect(body.data.folders).toContainEqual(expect.objectContaining({ path: 'for programs' }))
    const searched = await service.json('/admin/media/search?q=nothing+like+it', { headers: editor })
    expect(searched.body).toMatchObject({ success: true, data: { items: [] } })
  })

  it('shows browsers a page, and htmx the results alone', async () => {
    const id = await picture({}, '<b>bold.png')
    const { status, text } = await page('/admin/media/')
    expect(status).toBe(200)
    expect(text).toContain(`/admin/media/${id}/details`)
    expect(text).toContain('&lt;b&gt;bold.png')
    expect(text).not.toContain('<b>bold.png')
    expect(text).toContain('data-media-uploader')
    const fragment = await page('/admin/media/search?q=bold', { ...editor, 'hx-request': 'true' })
    expect(fragment.text).toMatch(/^<div id="media-results"/)
    expect(fragment.text).toContain(id)
    expect((await page('/admin/media/search?q=bold')).text).toContain('<html')
  })

  it('remembers whether it was looked at as a list', async () => {
    await picture()
    const { headers, text } = await page('/admin/media/?view=list')
    expect(text).toContain('<table')
    const cookie = /media_view=list/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
    expect((await page('/admin/media/', { ...editor, cookie })).text).toContain('<table')
    expect((await page('/admin/media/')).text).not.toContain('<table')
  })

  it('searches in all folders, filters by type and tag, and turns pages', async () => {
    const id = await picture({ folder: 'deep/down' }, 'needle.png')
    await service.json(`/api/media/${id}`, { method: 'PATCH', body: { tags: ['sewing'] }, headers: editor })
    expect((await page('/admin/media/?folder=elsewhere&q=needle')).text).toContain(id)
    expect((await page('/admin/media/?tag=sewing')).text).toContain(id)
    expect((await page('/admin/media/?type=video&q=')).text).toContain('Nothing found')
    await picture()
    const first = await page('/admin/media/?limit=1')
    expect(first.text).toMatch(/rel="next" href="[^"]*page=2/)
    expect((await page('/admin/media/?type=odd')).status).toBe(400)
  })

  it('says what to do where there is nothing yet', async () => {
    await post('/admin/media/folders', [['name', 'empty one']])
    expect((await page('/admin/media/?folder=empty+one')).text).toContain('No files here yet')
  })

  it('is for editors and administrators', async () => {
    expect((await page('/admin/media/', as('viewer'))).status).toBe(403)
    const anonymous = await page('/admin/media/', {})
    expect(anonymous.status).toBe(302)
    for (const path of ['/admin/media/bulk', '/admin/media/folders', '/admin/media/upload']) {
      expect((await post(path, [], as('viewer'))).status, path).toBe(403)
    }
  })
})

describe('folders', () => {
  it('are made, renamed, moved and deleted by forms', async () => {
    const created = await post('/admin/media/folders', [
      ['name', 'press'],
      ['parent', ''],
    ])
    expect([created.status, created.location]).toEqual([303, '/admin/media/?folder=press&did=folder-made'])
    await post('/admin/media/folders', [
      ['name', 'archive'],
      ['parent', ''],
    ])
    const folders = async () => (await service.json('/api/media/folders', { headers: editor })).body.data
    const idOf = async (path: string) => (await folders()).find((folder: { path: string }) => folder.path === path)?.id
    const id = await idOf('press')
    const moved = await post(`/admin/media/folders/${id}`, [
      ['name', 'press 2026'],
      ['parent', 'archive'],
    ])
    expect(moved.location).toBe('/admin/media/?folder=archive%2Fpress+2026&did=folder-changed')
    const text = (await page('/admin/media/?folder=archive%2Fpress+2026')).text
    expect(text).toContain('aria-label="Where you are"')
    expect(text).toContain(`action="/admin/media/folders/${id}/delete"`)
    expect((await post(`/admin/media/folders/${id}/delete`, [])).location).toBe(
      '/admin/media/?folder=archive&did=folder-deleted',
    )
    expect(await idOf('archive/press 2026')).toBeUndefined()
  })

  it('say what was refused, and keep what was typed', async () => {
    await post('/admin/media/folders', [['name', 'taken']])
    const again = await post('/admin/media/folders', [['name', 'taken']])
    expect(again.status).toBe(409)
    expect(again.text).toContain('There is already a folder taken.')
    expect(again.text).toContain('value="taken"')
    const long = await post('/admin/media/folders', [
      ['name', 'n'.repeat(300)],
      ['parent', 'p'.repeat(600)],
    ])
    expect([long.status, long.text.includes(`value="${'n'.repeat(300)}"`)]).toEqual([422, true])
    await picture({ folder: 'taken' })
    const { body } = await service.json('/api/media/folders', { headers: editor })
    const { id } = body.data.find((folder: { path: string }) => folder.path === 'taken')
    expect((await post(`/admin/media/folders/${id}/delete`, [])).text).toContain('The folder is not empty.')
    const renamed = await post(`/admin/media/folders/${id}`, [
      ['name', 'a/b'],
      ['parent', ''],
    ])
    expect([renamed.status, renamed.text.includes('value="a/b"')]).toEqual([422, true])
    expect((await post('/admin/media/folders/none', [['name', 'x']])).status).toBe(404)
  })
})

describe('uploading without a script', () => {
  const send = async (form: FormData, headers: Record<string, string>) => {
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const body = new Uint8Array(await encoded.arrayBuffer())
    const answer = await service.fetch('/admin/media/upload', {
      method: 'POST',
      headers: { 'content-type': type, ...editor, ...headers },
      body,
      redirect: 'manual',
    })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }

  it('takes files of a form, and leads to the library', async () => {
    expect((await page('/admin/media/upload?folder=x')).text).toContain('enctype="multipart/form-data"')
    const files = [
      { bytes: await pngOf(9, 9), name: 'a.png', type: 'image/png' },
      { bytes: await pngOf(8, 9), name: 'b.png', type: 'image/png' },
    ]
    const sent = await send(formOf(files, { folder: 'by form' }), browser)
    expect([sent.status, sent.location]).toEqual([303, '/admin/media/?did=uploaded&count=2'])
    expect((await page('/admin/media/?did=uploaded&count=2')).text).toContain('2 files uploaded')
    const { body } = await service.json('/api/media?folder=by+form', { headers: editor })
    expect(body.pagination.total).toBe(2)
  })

  it('answers programs as the API does, in the form of the admin', async () => {
    const sent = await send(formOf([{ bytes: await pngOf(7, 9), name: 'p.png', type: 'image/png' }]), {})
    expect(sent.status).toBe(201)
    expect(JSON.parse(sent.text)).toMatchObject({ success: true, data: { type: 'image/png' } })
  })

  it('shows the form again with what was refused', async () => {
    const wrong = formOf([{ bytes: new TextEncoder().encode('<html>'), name: 'x.html', type: 'text/html' }])
    const sent = await send(wrong, browser)
    expect(sent.status).toBe(415)
    expect(sent.text).toContain('role="alert"')
    expect(sent.text).toContain('enctype="multipart/form-data"')
    const refused = await send(
      formOf([{ bytes: new TextEncoder().encode('<html>'), name: 'x.html', type: 'text/html' }]),
      {},
    )
    expect(refused.status).toBe(415)
    const large = formOf([{ bytes: new Uint8Array(12_000_001).fill(97), name: 'x.txt', type: 'text/plain' }])
    const tooLarge = await send(large, browser)
    expect([tooLarge.status, tooLarge.text.includes('enctype="multipart/form-data"')]).toEqual([413, true])
  })
})

describe('the page of a file', () => {
  const fields = (given: Record<string, string>) =>
    Object.entries({ title: '', alt: '', tags: '', folder: '', focalX: '', focalY: '', ...given })

  it('changes title, alternative text, tags, folder and focal point', async () => {
    const id = await picture()
    const given = { title: 'A title', alt: 'An alt', tags: 'one, two,', folder: 'kept', focalX: '25', focalY: '75.5' }
    const saved = await post(`/admin/media/${id}`, fields(given))
    expect([saved.status, saved.location]).toEqual([303, `/admin/media/${id}/details?did=saved`])
    expect(await read(id)).toMatchObject({
      title: 'A title',
      alt: 'An alt',
      tags: ['one', 'two'],
      folder: 'kept',
      focalPoint: { x: 0.25, y: 0.755 },
    })
    const { text } = await page(saved.location)
    for (const shown of ['A title', 'An alt', 'value="one, two"', 'value="75.5"', 'Saved'])
      expect(text).toContain(shown)
    await post(`/admin/media/${id}`, fields({}))
    expect(await read(id)).toMatchObject({ title: null, alt: null, tags: [], folder: '', focalPoint: null })
  })

  it('keeps what was typed when it is refused', async () => {
    const id = await picture()
    const refused = await post(`/admin/media/${id}`, fields({ title: 'Typed', focalX: '250', focalY: '1' }))
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('value="Typed"')
    expect(refused.text).toContain('value="250"')
    expect((await page('/admin/media/none/details')).status).toBe(404)
    expect((await post('/admin/media/none', fields({}))).status).toBe(404)
  })

  it('answers programs', async () => {
    const id = await picture()
    const changed = await service.json(`/admin/media/${id}`, {
      method: 'PUT',
      body: { title: 'By program' },
      headers: editor,
    })
    expect(changed.body).toMatchObject({ success: true, data: { id, title: 'By program' } })
    const wrong = await service.json(`/admin/media/${id}`, { method: 'PUT', body: { title: 5 }, headers: editor })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed'])
    const details = await service.json(`/admin/media/${id}/details`, { headers: editor })
    expect(details.body).toMatchObject({ success: true, data: { id, usedBy: [] } })
    const gone = await service.json(`/admin/media/${id}`, { method: 'DELETE', headers: editor })
    expect(gone.body).toEqual({ success: true, data: { id } })
    expect((await service.json(`/admin/media/${id}/details`, { headers: editor })).status).toBe(404)
  })

  it('does not delete what documents show, names them, and takes it out of them when asked to', async () => {
    const id = await picture()
    const story = await service.json('/api/stories', { body: { title: 'The cover story', cover: id }, headers: editor })
    expect(story.status).toBe(201)
    const shown = await page(`/admin/media/${id}/details`)
    expect(shown.text).toContain('The cover story')
    expect(shown.text).toContain(`/admin/content/${story.body.data.id}/edit?collection=stories`)
    const refused = await post(`/admin/media/${id}/delete`, [['folder', '']])
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('The file is still in use')
    expect((await service.json(`/admin/media/${id}`, { method: 'DELETE', headers: editor })).body.code).toBe('in_use')
    const forced = await post(`/admin/media/${id}/delete`, [['force', 'true']])
    expect(forced.location).toBe('/admin/media/?did=deleted&count=1')
    expect((await service.json(`/api/media/${id}`, { headers: editor })).status).toBe(404)
  })

  it('gives signed addresses of private files', async () => {
    const id = await picture({ private: 'true' })
    const plain = await page(`/admin/media/${id}/details`)
    expect(plain.text).toContain('The file is private.')
    const { text } = await page(`/admin/media/${id}/details?lifetime=86400`)
    const address =
      /value="(\/media\/serve\/[^"]+)"[^>]*data-media-address/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await service.fetch(address)).status).toBe(200)
    expect((await service.fetch(address.split('?')[0] ?? '')).status).not.toBe(200)
    expect((await page(`/admin/media/${id}/details?lifetime=1`)).status).toBe(400)
  })
})

describe('forms that programs send', () => {
  const send = async (path: string, fields: Record<string, string>, headers = editor as Record<string, string>) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    return service.json(path, { method: 'POST', body, headers: { ...type, ...headers } })
  }
  const auditOf = (id: string) =>
    service.sql<{ action: string; by: string | null }>(
      `SELECT action, details->>'by' AS "by" FROM audit_log WHERE document_id = ? ORDER BY id`,
      id,
    )

  it('are answered with what came of them', async () => {
    const id = await picture()
    const changed = await send(`/admin/media/${id}`, { title: 'By form', tags: 'a, b' })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { success: true, data: { title: 'By form', tags: ['a', 'b'] } },
    ])
    const cropped = await send(`/admin/media/${id}/crop`, { x: '0', y: '0', width: '9', height: '9' })
    expect([cropped.status, cropped.body.data]).toMatchObject([202, { mediaId: id, status: 'queued' }])
    const tagged = await send('/admin/media/bulk', { action: 'tag', ids: id, tag: 'c' })
    expect(tagged.body).toEqual({ success: true, data: { count: 1 } })
    const folder = await send('/admin/media/folders', { name: 'by program' })
    expect(folder.body).toMatchObject({ success: true, data: { path: 'by program' } })
    const gone = await send(`/admin/media/folders/${folder.body.data.id}/delete`, {})
    expect(gone.body).toEqual({ success: true, data: folder.body.data })
    const removed = await send(`/admin/media/${id}/delete`, {})
    expect([removed.status, removed.body]).toEqual([200, { success: true, data: { id } }])
    const swept = await send('/admin/media/settings/sweep', {}, admin)
    expect(swept.body).toMatchObject({ success: true, data: { swept: { dryRun: true, orphans: [] } } })
  })

  it('leave the lines in the audit log that the API leaves, with the form that it was', async () => {
    const id = await picture()
    await service.json(`/api/media/${id}`, { method: 'PATCH', body: { title: 'A' }, headers: editor })
    await send(`/admin/media/${id}`, { title: 'B' })
    await send(`/admin/media/${id}/crop`, { x: '0', y: '0', width: '9', height: '9' })
    await send(`/admin/media/${id}/delete`, {})
    expect(await auditOf(id)).toEqual([
      { action: 'media.upload', by: 'core-media.upload' },
      { action: 'core-media.change', by: null },
      { action: 'core-media.change', by: 'core-media.adminChangeForm' },
      { action: 'core-media.process', by: 'core-media.adminCrop' },
      { action: 'media.delete', by: 'core-media.adminRemoveForm' },
    ])
    const { body } = await send('/admin/media/folders', { name: 'audited' })
    await service.json(`/api/media/folders/${body.data.id}`, { method: 'DELETE', headers: editor })
    expect(await auditOf(body.data.id)).toEqual([
      { action: 'core-media.newFolder', by: 'core-media.adminNewFolder' },
      { action: 'core-media.removeFolder', by: null },
    ])
  })
})

describe('cropping', () => {
  it('makes a new file of a part, and leaves the first as it is', async () => {
    const id = await picture()
    const before = await read(id)
    expect((await page(`/admin/media/${id}/crop`)).text).toContain('data-crop-area')
    const part = [
      ['x', '5'],
      ['y', '6'],
      ['width', '20'],
      ['height', '10'],
      ['degrees', '90'],
    ] as const
    const sent = await post(`/admin/media/${id}/crop`, part)
    expect(sent.location).toMatch(/^\/admin\/media\/jobs\//)
    await expect
      .poll(async () => (await service.json(sent.location, { headers: editor })).body.data)
      .toMatchObject({ status: 'completed', result: { width: 10, height: 20 } })
    const { body } = await service.json(sent.location, { headers: editor })
    const { text } = await page(sent.location)
    expect(text).toContain(`/admin/media/${body.data.result.id}/details`)
    expect(text).not.toContain('hx-trigger="load')
    expect(await read(id)).toEqual(before)
  })

  it('keeps what was typed when it is refused', async () => {
    const id = await picture()
    const part = [
      ['x', '-5'],
      ['y', ''],
      ['width', 'wide'],
      ['height', '10'],
    ] as const
    const refused = await post(`/admin/media/${id}/crop`, part)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('value="wide"')
    expect(
      (
        await post('/admin/media/none/crop', [
          ['x', '0'],
          ['y', '0'],
          ['width', '1'],
          ['height', '1'],
        ])
      ).status,
    ).toBe(404)
  })
})

describe('many files', () => {
  const ids = (chosen: readonly string[]) => chosen.map((id) => ['ids', id] as const)

  it('are moved, tagged and deleted together', async () => {
    const chosen = [await picture(), await picture()]
    const back = ['back', '/admin/media/?view=list&folder=x'] as const
    const moved = await post('/admin/media/bulk', [...ids(chosen), back, ['action', 'move'], ['folder', 'together']])
    expect(moved.location).toBe('/admin/media/?page=1&limit=24&folder=x&view=list&did=moved&count=2')
    await post('/admin/media/bulk', [...ids(chosen), ['action', 'tag'], ['tag', 'both']])
    for (const id of chosen) expect(await read(id)).toMatchObject({ folder: 'together', tags: ['both'] })
    const deleted = await post('/admin/media/bulk', [...ids(chosen), ['action', 'delete']])
    expect(deleted.location).toContain('did=deleted&count=2')
    for (const id of chosen) expect((await service.json(`/api/media/${id}`, { headers: editor })).status).toBe(404)
  })

  it('are all kept when documents show one of them', async () => {
    const chosen = [await picture(), await picture()]
    await service.json('/api/stories', { body: { title: 'Keeps it', cover: chosen[0] }, headers: editor })
    const refused = await post('/admin/media/bulk', [...ids(chosen), ['action', 'delete']])
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('The file is used in one place')
    await service.json('/api/media/create-folder', { body: { name: 'where it was' }, headers: editor })
    const back = ['back', '/admin/media/?folder=where+it+was'] as const
    const there = await post('/admin/media/bulk', [...ids(chosen), back, ['action', 'delete']])
    expect([there.status, there.text.includes('action="/admin/media/folders/')]).toEqual([409, true])
    for (const id of chosen) expect((await read(id)).id).toBe(id)
  })

  it('are at most as many as a page shows, and need an action', async () => {
    const id = await picture({ folder: 'stays' })
    expect((await post('/admin/media/bulk', ids([id]))).status).toBe(422)
    expect((await post('/admin/media/bulk', [...ids([id]), ['action', 'shred']])).status).toBe(422)
    const many = Array.from({ length: 101 }, () => id)
    expect((await post('/admin/media/bulk', [...ids(many), ['action', 'delete']])).status).toBe(422)
    expect((await read(id)).folder).toBe('stays')
  })

  it('lead to this site alone', async () => {
    const id = await picture()
    const back = ['back', 'https://elsewhere.example/?folder=y'] as const
    const { location } = await post('/admin/media/bulk', [['ids', id], back, ['action', 'tag'], ['tag', 'x']])
    expect(location).toMatch(/^\/admin\/media\/\?/)
    expect((await post('/admin/media/bulk', [['action', 'delete']])).status).toBe(303)
    expect(
      (
        await post('/admin/media/bulk', [
          ['ids', id],
          ['action', 'tag'],
          ['tag', ' '],
        ])
      ).status,
    ).toBe(422)
  })
})

describe('the picker', () => {
  it('is a dialog with a button for each file of the kind', async () => {
    const id = await picture({}, 'to pick.png')
    const headers = { ...editor, 'hx-request': 'true' }
    const { text } = await page('/admin/media/search?pick=image', headers)
    expect(text).toMatch(/^<dialog/)
    expect(text).toContain(`data-media-choice="${id}"`)
    expect(text).toContain('data-media-uploader')
    expect((await page('/admin/media/search?pick=video', headers)).text).not.toContain(id)
    const results = await page('/admin/media/search?pick=image&part=results&q=to+pick', headers)
    expect(results.text).not.toContain('<dialog')
    expect(results.text).toContain(id)
  })
})

describe('settings', () => {
  it('show values with their source, and what is stored', async () => {
    await picture()
    const { text } = await page('/admin/media/settings', admin)
    for (const shown of ['maxFileSize', '12000000', 'signedUrlLifetime', 'image/png', 'Stored bytes'])
      expect(text).toContain(shown)
    const { body } = await service.json('/admin/media/settings', { headers: admin })
    expect(body.data.settings).toContainEqual(
      expect.objectContaining({ name: 'maxFileSize', value: 12_000_000, source: 'config' }),
    )
    expect(body.data.stored).toContainEqual(expect.objectContaining({ type: 'image/png', files: expect.any(Number) }))
    expect((await page('/admin/media/settings')).status).toBe(403)
  })

  it('look for what is left over, and delete nothing before they are asked to', async () => {
    const { status, text } = await post('/admin/media/settings/sweep', [], admin)
    expect(status).toBe(200)
    expect(text).toContain('No leftover objects')
    expect((await post('/admin/media/settings/sweep', [], editor)).status).toBe(403)
  })
})

describe('content that shows files', () => {
  it('names them by title or file name, in filters and forms', async () => {
    const ids = await Promise.all(['first.png', 'second.png', 'third.png'].map((name) => picture({}, name)))
    const [titled = '', named = '', listed = ''] = ids
    await service.json(`/api/media/${titled}`, { method: 'PATCH', body: { title: 'A titled file' }, headers: editor })
    const body = { title: 'Shows files', cover: titled, logo: named, gallery: [listed, titled] }
    const { id } = (await service.json('/api/stories', { body, headers: editor })).body.data
    const list = await page(`/admin/content/?collection=stories&cover=${titled}`)
    const form = await page(`/admin/content/${id}/edit`)
    expect([list.status, list.text.includes('Remove A titled file')]).toEqual([200, true])
    const shown = ['A titled file', 'second.png', 'third.png'].filter((label) => form.text.includes(label))
    expect([form.status, shown]).toEqual([200, ['A titled file', 'second.png', 'third.png']])
    await service.json(`/api/stories/${id}`, { method: 'DELETE', headers: editor })
  })
})
