import { expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { FIXTURE } from '../runtime/fixture.ts'
import { sharedSite } from './browser.ts'

const site = sharedSite({ root: FIXTURE })
const headers = as('editor')

async function create(collection: string, body: object): Promise<string> {
  const { body: answer } = await site.service.json(`/api/${collection}`, { body, headers })
  return answer.data.id
}

async function read(id: string) {
  return (await site.service.json(`/api/records/${id}`, { headers })).body.data
}

/** The list of one record with all columns that can be changed. */
async function openList(name: string) {
  const page = await site.open({ headers })
  await page.goto('/admin/content/?collection=records')
  await page.getByText('Columns', { exact: true }).click()
  const columns = page.locator('details[data-menu][open]')
  for (const label of ['Flag', 'Kind', 'Day', 'Tags']) await columns.getByLabel(label, { exact: true }).check()
  await columns.getByRole('button', { name: 'Show' }).click()
  await page.goto(`/admin/content/?collection=records&name=${encodeURIComponent(name)}`)
  const cell = (field: string) => page.getByRole('button', { name: `Change ${field} of ${name}` })
  return { page, cell }
}

it('changes values in a list by the keyboard alone', async () => {
  const id = await create('records', { name: 'Tide tables', flag: false, kind: 'a' })
  const { page, cell } = await openList('Tide tables')
  await cell('Kind').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'a' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await read(id)).kind).toBe('b')
  await cell('Kind').and(page.locator(':focus')).getByText('b', { exact: true }).waitFor()

  await cell('Day').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Day', exact: true }).fill('2026-05-04')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await read(id)).day).toBe('2026-05-04')
  await cell('Day').and(page.locator(':focus')).waitFor()

  await cell('Flag').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'No', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await cell('Flag').and(page.locator(':focus')).waitFor()
  expect(await read(id)).toMatchObject({ flag: false, version: 3 })
})

it('publishes at a click, sets tags, and overwrites no change of somebody else', async () => {
  const first = await create('topics', { name: 'Sails' })
  const second = await create('topics', { name: 'Ropes' })
  const id = await create('records', { name: 'Rigging', tags: [first] })
  const { page, cell } = await openList('Rigging')
  await cell('Status').click()
  await page.getByRole('radio', { name: 'published' }).click()
  await cell('Status').getByText('published', { exact: true }).waitFor()
  expect(await read(id)).toMatchObject({ status: 'published' })

  await cell('Tags').click()
  await page.getByRole('checkbox', { name: 'Ropes' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await cell('Tags')
    .getByText(/Sails, Ropes/)
    .waitFor()
  expect((await read(id)).tags).toEqual([first, second])

  await site.service.json(`/api/records/${id}`, { method: 'PATCH', body: { kind: 'c' }, headers: as('admin') })
  await cell('Flag').click()
  await page.getByRole('radio', { name: 'Yes' }).click()
  await page.getByText(/Somebody else has changed this document/).waitFor()
  expect(await read(id)).toMatchObject({ kind: 'c', flag: null })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await cell('Flag').getByText('Yes', { exact: true }).waitFor()
  expect(await read(id)).toMatchObject({ kind: 'c', flag: true })
})

it('says of a published document that a change goes live, and leaves its pending changes alone', async () => {
  const id = await create('records', { name: 'Harbor lights', kind: 'a', status: 'published' })
  const change = { method: 'PATCH', headers, body: { name: 'Harbor lights, renamed' } }
  await site.service.json(`/api/records/${id}?draft=true`, change)
  const { cell, page } = await openList('Harbor lights')
  await cell('Kind').click()
  await page.getByText(/Pending changes to the document are kept\./).waitFor()
  await page.getByRole('radio', { name: 'b' }).click()
  await cell('Kind').getByText('b', { exact: true }).waitFor()
  expect(await read(id)).toMatchObject({ kind: 'b', name: 'Harbor lights', hasDraft: true })
  const { body } = await site.service.json(`/api/records/${id}?draft=true`, { headers })
  expect(body.data).toMatchObject({ kind: 'b', name: 'Harbor lights, renamed' })
})

it('says what the API refuses, and lets go of what no longer matches', async () => {
  await create('records', { name: 'Logbook', status: 'published' })
  const { page } = await openList('Logbook')
  await page.goto('/admin/content/?collection=records&name=Logbook&status=published')
  await page.getByRole('button', { name: 'Change Status of Logbook' }).click()
  await page.getByRole('radio', { name: 'draft' }).click()
  await page.getByRole('link', { name: 'Logbook', exact: true }).waitFor({ state: 'detached' })
  expect(await page.locator('[data-inline-told]').textContent()).toContain('no longer matches')
})
