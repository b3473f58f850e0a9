import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { SECRET } from '../core-auth/people.ts'
import { type Colleague, colleague } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
let anna: Colleague
let ben: Colleague
let author: Colleague

beforeAll(async () => {
  await service.fetch('/api/health')
  anna = await colleague(service, 'Anna Berg')
  ben = await colleague(service, 'Ben Cole')
  author = await colleague(service, 'Cleo Dahl', 'author')
})

const draft = async (title: string) => {
  const { status, body } = await service.json('/api/posts', { headers: anna.headers, body: { title } })
  expect(status).toBe(201)
  return { collection: 'posts', document: body.data.id as string }
}
type Address = Awaited<ReturnType<typeof draft>>

const act = (who: Colleague, address: object, action = '') =>
  service.json(`/admin/collaboration/presence${action}`, { headers: who.headers, body: address })
const stay = async (who: Colleague, address: Address) => (await act(who, address)).body.data
const formOf = async (who: Colleague, { document }: Address) => {
  const answer = await service.fetch(`/admin/content/${document}/edit?collection=posts`, {
    headers: { ...who.headers, accept: 'text/html' },
  })
  return answer.text()
}
/** Lets everybody's last sign of life be so many seconds older. */
const later = (seconds: number) =>
  service.sql('UPDATE collaboration_presence SET seen_at = seen_at - ?', seconds * 1000)

describe('people in a document', () => {
  it('are seen by each other, and whoever comes first is the one who edits', async () => {
    const address = await draft('Two people')
    expect(await stay(anna, address)).toMatchObject({ others: [], isEditing: true, isTakenOver: false })
    const seen = await stay(ben, address)
    expect(seen).toMatchObject({
      others: [{ person: { id: anna.id, name: 'Anna Berg', username: 'anna' }, editingSince: expect.any(String) }],
      isEditing: false,
    })
    expect(JSON.stringify(seen)).not.toContain(anna.email)
    expect(await stay(anna, address)).toMatchObject({ others: [{ editingSince: null }], isEditing: true })
  })

  it('come at once, and only one of them edits', async () => {
    const address = await draft('At once')
    const [first, second] = await Promise.all([stay(anna, address), stay(ben, address)])
    expect([first.isEditing, second.isEditing].filter((one) => one)).toHaveLength(1)
  })

  it('take over from each other, and are told', async () => {
    const address = await draft('Taken over')
    await stay(anna, address)
    await stay(ben, address)
    expect((await act(ben, address, '/take-over')).body.data).toMatchObject({ isEditing: true })
    expect(await stay(anna, address)).toMatchObject({ isEditing: false, isTakenOver: true })
    const saved = await service.json(`/api/posts/${address.document}`, {
      method: 'PATCH',
      headers: anna.headers,
      body: { title: 'Anna can still save' },
    })
    expect(saved.status).toBe(200)
    await act(anna, address, '/take-over')
    expect(await stay(anna, address)).toMatchObject({ isEditing: true, isTakenOver: false })
    expect(await stay(ben, address)).toMatchObject({ isTakenOver: true })
  })

  it('leave, or fall silent, and the next one edits', async () => {
    const address = await draft('Left')
    await stay(anna, address)
    await stay(ben, address)
    expect((await act(anna, address, '/leave')).status).toBe(204)
    expect(await stay(ben, address)).toMatchObject({ others: [], isEditing: true })
    await stay(anna, address)
    await later(91)
    expect(await stay(anna, address)).toMatchObject({ others: [], isEditing: true })
    expect(await stay(ben, address)).toMatchObject({ isEditing: false, isTakenOver: false })
  })

  it('who have left are deleted by the job', async () => {
    await stay(anna, await draft('Silent'))
    await later(91)
    const address = await draft('Alive')
    await stay(ben, address)
    await service.schedule()
    const left = await service.sql('SELECT document_id AS document FROM collaboration_presence')
    expect(left).toEqual([{ document: address.document }])
  })

  it('are shown on the page of the document, which by itself puts nobody there', async () => {
    const address = await draft('Shown')
    expect(await formOf(ben, address)).not.toContain('is editing')
    await stay(anna, address)
    const text = await formOf(ben, address)
    expect(text).toContain('Anna Berg is editing this document.')
    expect(text).toMatch(/<span[^>]*aria-hidden="true"[^>]*>AB<\/span>/)
    expect(await stay(anna, address)).toMatchObject({ others: [] })
  })

  it('need no script to take over', async () => {
    const address = await draft('By a form')
    await stay(anna, address)
    const answer = await service.fetch('/admin/collaboration/presence/take-over', {
      method: 'POST',
      headers: { ...ben.headers, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(address).toString(),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/admin/content/${address.document}/edit?collection=posts`,
    ])
    expect(await formOf(anna, address)).toContain('Ben Cole has taken over.')
  })

  it('are there only in documents that are, and for those who work in the admin', async () => {
    const { document } = await draft('Not for all')
    expect((await act(anna, { collection: 'posts', document: 'none' })).status).toBe(404)
    expect((await act(anna, { collection: 'pages', document })).status).toBe(404)
    expect((await act(anna, { collection: 'nothing', document })).status).toBe(404)
    expect((await act(author, { collection: 'posts', document })).status).toBe(403)
    expect(await service.sql("SELECT 1 FROM collaboration_presence WHERE document_id = 'none'")).toEqual([])
  })
})
