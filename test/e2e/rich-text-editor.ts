import type { Page } from 'playwright-core'
import { as } from '../harness/as.ts'
import type { Site, WindowOptions } from './site.ts'

const editor = as('editor')

export const text = (value: string, ...marks: object[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
})
export const paragraph = (value?: string) =>
  value === undefined ? { type: 'paragraph' } : { type: 'paragraph', content: [text(value)] }

/** A row whose cells have one paragraph each; an empty text is an empty one. */
export const row = (type: 'tableHeader' | 'tableCell', ...cells: string[]) => ({
  type: 'tableRow',
  content: cells.map((cell) => ({ type, content: [cell === '' ? paragraph() : paragraph(cell)] })),
})

/** A story in the editor. */
export interface OpenStory {
  readonly page: Page
  /** Saves, and reads the body that the service then has. */
  readonly saved: () => Promise<readonly unknown[]>
}

/** Opens the form of a new story with this body; its field has the text in front. */
export async function openStory(
  site: Site,
  content: readonly object[],
  window: WindowOptions = {},
): Promise<OpenStory> {
  const made = await site.service.json('/api/stories', {
    body: { title: 'A story', body: { type: 'doc', content } },
    headers: editor,
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const { id } = made.body.data
  const page = await site.open({ ...window, headers: { ...editor, ...window.headers } })
  await page.goto(`/admin/content/${id}/edit?collection=stories`)
  await page.locator('[role=textbox][aria-label=Body]').waitFor()
  const saved = async () => {
    const stored = page.waitForResponse(
      (response) => response.status() === 303 && response.url().includes(`/admin/content/${id}`),
    )
    await page.locator('form button[name=intent][value=save], form button:text-is("Save")').first().click()
    await stored
    await page.getByText('Saved.', { exact: true }).waitFor()
    return (await site.service.json(`/api/stories/${id}`, { headers: editor })).body.data.body.content
  }
  return { page, saved }
}

/** Puts something on the clipboard as another program does, and pastes it where the cursor stands. */
export async function paste(page: Page, formats: Readonly<Record<string, string>>, keys = 'Control+V'): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (given) => {
    const blobs = Object.entries(given).map(([type, value]) => [type, new Blob([value], { type })] as const)
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  }, formats)
  await page.keyboard.press(keys)
}
