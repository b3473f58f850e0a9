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

  it('follows references into drafts, which a link to the saved document does not', async () => {
    const person = await create('people', { name: 'Ada' })
    const { id } = await create('stories', { title: 'By somebody', author: person.id })
    const { token } = (
      await type(id, [
        ['title', 'By somebody'],
        ['author', person.id],
      ])
    ).body.data
    expect((await read(id, token, '&populate=author')).author).toMatchObject({ name: 'Ada', status: 'draft' })
    await service.sql('UPDATE preview_values SET expires_at = ?', Date.now() - 1)
    expect((await read(id, token, '&populate=author')).author).toBe(person.id)
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
