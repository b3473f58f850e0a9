import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { editing } from './content-page.ts'

const root = fileURLToPath(new URL('../../fixtures/previews', import.meta.url))
const service = sharedService({ root })
const { create } = editing(service)

type Fields = readonly (readonly [string, string])[]

/** Sends a form as its script does. */
async function type(id: string, fields: Fields, role = 'editor') {
  const answer = await service.fetch(`/admin/content/${id}/live-preview?collection=stories`, {
    method: 'POST',
    headers: { ...as(role), accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  })
  return { status: answer.status, body: (await answer.json()) as { data: Live; code?: string } }
}

interface Live {
  readonly url: string
  readonly token: string
  readonly skipped: readonly string[]
}

const read = async (id: string, token: string, query = '') =>
  (await service.json(`/api/stories/${id}?preview=${token}${query}`)).body.data

const QUOTE: Fields = [
  ['parts[]', 'n1'],
  ['parts.n1.type', 'quote'],
  ['parts.n1.text', 'Said'],
]

describe('the preview of a form', () => {
  it('shows what is typed to whoever has its token, and to nobody else', async () => {
    const { id } = await create('stories', { title: 'As saved', status: 'published' })
    const { body } = await type(id, [['title', 'As typed'], ['slug', 'typed'], ...QUOTE])
    const { url, token, skipped } = body.data
    expect([url, skipped]).toEqual([`https://www.example.com/typed?id=${id}&preview=${token}`, []])
    expect(await read(id, token)).toMatchObject({ title: 'As typed', slug: 'typed', parts: [{ text: 'Said' }] })
    expect((await service.json(`/api/stories/${id}`)).body.data.title).toBe('As saved')
    const link = await service.json(`/admin/content/${id}/preview?collection=stories`, {
      method: 'POST',
      headers: as('editor'),
    })
    expect((await read(id, new URL(link.body.data.url).searchParams.get('preview') ?? '')).title).toBe('As saved')
    const again = await type(id, [
      ['~preview', token],
      ['title', 'On and on'],
      ['slug', 'typed'],
    ])
    expect(again.body.data).toEqual({ url, token, skipped: [] })
    expect((await read(id, token)).title).toBe('On and on')
    expect(await service.sql('SELECT count(*) AS count FROM preview_values')).toEqual([{ count: 1 }])
  })

  it('keeps to what is valid, and names the rest', async () => {
    const { id } = await create('stories', { title: 'Kept', parts: [] })
    const empty: Fields = [
      ['parts[]', 'n2'],
      ['parts.n2.type', 'quote'],
      ['parts.n2.text', ''],
      ['parts[]', 'n3'],
      ['parts.n3.type', 'quote'],
      ['parts.n3.text', 'Third'],
    ]
    const { data } = (await type(id, [['title', ''], ...QUOTE, ...empty])).body
    expect(data.skipped).toEqual(['Title', 'Parts, 2, Text'])
    expect(await read(id, data.token)).toMatchObject({
      title: 'Kept',
      slug: 'kept',
      parts: [{ text: 'Said' }, { text: 'Third' }],
    })
  })

  it('opens its own document alone: what that refers to is shown as the public sees it', async () => {
    const boss = await create('people', { name: 'Unknown boss' })
    const out = await create('people', { name: 'Ada', boss: boss.id, status: 'published' })
    const draft = await create('people', { name: 'Unknown author', boss: boss.id })
    await service.json(`/api/people/${out.id}?draft=true`, {
      method: 'PATCH',
      body: { name: 'Unknown name' },
      headers: as('editor'),
    })
    const { id } = await create('stories', { title: 'By somebody', author: out.id })
    const by = async (author: string) =>
      (
        await type(id, [
          ['title', 'Typed'],
          ['author', author],
        ])
      ).body.data.token
    const token = await by(out.id)
    expect((await read(id, token, '&populate=author.boss')).author).toMatchObject({ name: 'Ada', boss: boss.id })
    expect((await read(id, await by(draft.id), '&populate=author.boss')).author).toBe(draft.id)

    const paths = [
      `/api/people/${boss.id}?preview=${token}`,
      `/api/people/${draft.id}?preview=${token}`,
      `/api/people/${out.id}?preview=${token}`,
      `/api/people/${out.id}?draft=true&preview=${token}`,
      `/api/people?preview=${token}`,
      `/api/people?q=unknown&preview=${token}`,
      `/api/stories?author.boss=${boss.id}&populate=author.boss&preview=${token}`,
      `/api/stories?q=typed&preview=${token}`,
      `/api/content/search?q=unknown&preview=${token}`,
      `/api/stories/${id}/versions/1?preview=${token}&populate=author.boss`,
    ]
    for (const path of paths) {
      const { status, body } = await service.json(path)
      expect([path, status < 400 ? 200 : status, JSON.stringify(body)]).toEqual([
        path,
        expect.toBeOneOf([400, 401, 404]),
        expect.not.stringMatching(/Unknown|Typed/),
      ])
    }
  })

  it('is written by whoever opened it alone', async () => {
    const { id } = await create('stories', { title: 'Mine' })
    const other = await create('stories', { title: 'Another' })
    const { token } = (await type(id, [['title', 'Mine, typed']])).body.data
    for (const [where, role] of [
      [id, 'admin'],
      [other.id, 'editor'],
    ] as const) {
      const { data } = (
        await type(
          where,
          [
            ['~preview', token],
            ['title', 'Not mine'],
          ],
          role,
        )
      ).body
      expect(data.token).not.toBe(token)
    }
    expect((await read(id, token)).title).toBe('Mine, typed')
    expect((await type(id, [['title', 'No']], 'viewer')).status).toBe(403)
  })

  it('shows no field that the website may not read', async () => {
    const { id } = await create('stories', { title: 'Public' })
    const { token } = (
      await type(id, [
        ['title', 'Public'],
        ['deskNote', 'for the desk'],
      ])
    ).body.data
    expect(await read(id, token)).not.toHaveProperty('deskNote')
  })
})
