import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../../runtime/fixture.ts'
import { editing } from './content-page.ts'

const service = sharedService()
const { open, send, create } = editing(service)
const next = counter()

const person = () => create('people', { name: `Gone ${next()}` })
const exists = async (id: string) => (await service.json(`/api/people/${id}`)).status === 200
const toTrash = (id: string) => send(`/admin/content/${id}/delete?collection=people`, [])
const TRASH = '/admin/content/trash'

describe('without a script', () => {
  test('a document is moved to the trash, and restored by the notice that says so', async () => {
    const { id } = await person()
    expect((await open(`/admin/content/${id}/edit?collection=people`)).text).toContain('Move to trash')
    const { location } = await toTrash(id)
    expect(location).toBe(`/admin/content/?collection=people&did=trashed&undo=${id}`)
    const list = (await open(location)).text
    expect(list).toContain('Moved to the trash.')
    expect(list).toContain(`value="restore people/${id}"`)
    expect(await exists(id)).toBe(false)
    const undone = await send(`${TRASH}?collection=people`, [['one', `restore people/${id}`]])
    expect(undone.location).toBe(`/admin/content/${id}/edit?collection=people&did=untrashed`)
    expect(await exists(id)).toBe(true)
  })

  test('the trash lists what was deleted, by whom and for how long, of one collection and of all', async () => {
    const { id, name } = await person()
    await toTrash(id)
    for (const path of [TRASH, `${TRASH}?collection=people`]) {
      const { status, text } = await open(path)
      expect(status).toBe(200)
      expect(text).toContain(String(name))
      expect(text).toContain('30 days')
    }
    expect((await open(`${TRASH}?collection=articles`)).text).not.toContain(String(name))
  })

  test('several are restored, or deleted permanently', async () => {
    const people = [await person(), await person(), await person(), await person()]
    const operations = people.map(({ id }) => ['id', id] as const)
    const bulk = await send('/admin/content/bulk?collection=people', [['action', 'delete'], ...operations])
    expect((await open(bulk.location)).text).toContain('Open the trash')
    const items = people.map(({ id }) => ['item', `people/${id}`] as const)
    const restored = await send(TRASH, [['action', 'restore'], ...items.slice(0, 2)])
    expect((await open(restored.location)).text).toContain('Restored.')
    await send(TRASH, [['action', 'delete'], ...items.slice(2)])
    expect(await Promise.all(people.map(({ id }) => exists(id)))).toEqual([true, true, false, false])
    const { text } = await open(TRASH)
    for (const { name } of people) expect(text).not.toContain(`${name}<`)
  })

  test('what is in the way of restoring is said above the trash', async () => {
    const email = `${next()}@example.com`
    const { id } = await create('people', { name: 'First', email })
    await toTrash(id)
    await create('people', { name: 'Second', email })
    const { status, text } = await send(TRASH, [['one', `restore people/${id}`]])
    expect(status).toBe(409)
    expect(text).toContain('Another document has this email.')
    expect(text).toContain(`value="restore people/${id}"`)
    expect((await send(TRASH, [['one', 'restore nobody/../etc']])).status).toBe(404)
  })

  test('whoever may not delete has no trash', async () => {
    const { id, name } = await person()
    await toTrash(id)
    const headers = { accept: 'text/html', ...as('viewer') }
    expect((await service.fetch(TRASH, { headers })).status).toBe(403)
    expect((await service.json('/api/people/trash', { headers: as('author', 'ann') })).status).toBe(403)
    expect((await open(TRASH)).text).toContain(String(name))
  })
})
