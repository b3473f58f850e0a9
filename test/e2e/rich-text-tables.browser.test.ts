import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sharedSite } from './browser.ts'
import { openStory, paragraph, paste, row } from './rich-text-editor.ts'

const site = sharedSite({ root: fileURLToPath(new URL('../fixtures/rich-text', import.meta.url)) })

const TABLE = {
  type: 'table',
  content: [row('tableHeader', 'Port', 'Ferries'), row('tableCell', 'Kiel', '12')],
}

it('opens a text with a table, and keeps the cells while they are written in', async () => {
  const merged = {
    type: 'table',
    content: [
      { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 2 }, content: [paragraph('Both')] }] },
      {
        type: 'tableRow',
        content: [
          { type: 'tableCell', attrs: { align: 'right' }, content: [paragraph('1')] },
          {
            type: 'tableCell',
            content: [{ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('a')] }] }],
          },
        ],
      },
    ],
  }
  const { page, saved } = await openStory(site, [TABLE, merged])
  await page.getByRole('cell', { name: 'Kiel' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Canal')
  const written = { ...TABLE, content: [TABLE.content[0], row('tableCell', 'Kiel Canal', '12')] }
  expect(await saved()).toEqual([written, merged, paragraph()])
})

it('makes a table and walks through it by the keyboard alone', async () => {
  const { page, saved } = await openStory(site, [paragraph('Before')])
  await page.locator('[role=textbox][aria-label=Body]').click()
  await page.getByRole('button', { name: 'Table', exact: true }).first().press('Enter')
  for (const cell of ['A', 'B', 'C', '1', '2', '3', '4', '5']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('6')
  await page.keyboard.press('Tab') // past the last cell there is another row
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Backspace')
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter') // in the last cell of an empty row
  await page.keyboard.type('After')
  expect(await saved()).toEqual([
    paragraph('Before'),
    {
      type: 'table',
      content: [row('tableHeader', 'A', 'B', 'C'), row('tableCell', '1', '2', '3'), row('tableCell', '4', '5', '')],
    },
    paragraph('After'),
  ])
})

it('adds, joins and removes rows, columns and cells', async () => {
  const { page, saved } = await openStory(site, [TABLE, paragraph('End')])
  const bar = page.getByRole('toolbar', { name: 'Table' })
  const press = (name: string) => bar.getByRole('button', { name }).click()
  await page.getByRole('cell', { name: 'Kiel' }).click()
  await press('Column before')
  await press('Row above')
  await press('Header row')
  await page.locator('td', { hasText: '12' }).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowLeft')
  await press('Merge cells')
  expect((await saved())[0]).toEqual({
    type: 'table',
    content: [
      row('tableCell', '', 'Port', 'Ferries'),
      row('tableCell', '', '', ''),
      {
        type: 'tableRow',
        content: [
          { type: 'tableCell', content: [paragraph()] },
          { type: 'tableCell', attrs: { colspan: 2 }, content: [paragraph('Kiel'), paragraph('12')] },
        ],
      },
    ],
  })
  // Tab goes to the next cell, so there are keys for the bar; the last of its buttons is "Delete table".
  await page.keyboard.press('Escape')
  await page.locator('td', { hasText: 'Kiel' }).click()
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  expect(await saved()).toEqual([paragraph('End')])
})

it('pastes a table with its cells', async () => {
  const { page, saved } = await openStory(site, [paragraph()])
  await page.locator('[role=textbox][aria-label=Body]').click()
  await paste(page, {
    'text/html':
      '<table><thead><tr><th>Port</th><th style="text-align: right">Ferries</th></tr></thead><tbody><tr><td colspan="2">None</td></tr></tbody></table>',
    'text/plain': 'Port\tFerries\nNone',
  })
  const [table] = await saved()
  expect(table).toEqual({
    type: 'table',
    content: [
      {
        type: 'tableRow',
        content: [
          { type: 'tableHeader', content: [paragraph('Port')] },
          { type: 'tableHeader', attrs: { align: 'right' }, content: [paragraph('Ferries')] },
        ],
      },
      { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 2 }, content: [paragraph('None')] }] },
    ],
  })
})

it('shows what it cannot edit as a box, and keeps it', async () => {
  const odd = { type: 'listItem', content: [paragraph('An item without a list')] }
  const { page, saved } = await openStory(site, [paragraph('Before'), odd, paragraph('After')])
  await page
    .getByRole('group', { name: 'Cannot be edited here' })
    .getByText(/listItem/)
    .waitFor()
  await page.getByText('Before', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' it')
  expect(await saved()).toEqual([paragraph('Before it'), odd, paragraph('After')])
})
