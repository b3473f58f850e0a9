/**
 * Prints how long a keystroke takes in text of 20,000 words: `npm run bench:typing [-- <words>]`. `script` is the time
 * that scripts run for a key, `painted` the time from the key until the page shows it. Keys are pressed one at a time.
 * Pauses are long enough for the form to save its copy, and for the editor to count the words.
 */
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { openStory } from '../../test/e2e/rich-text-editor.ts'
import { sharedBrowser, startSite } from '../../test/e2e/site.ts'
import { median, percentile, printTable } from './print.ts'

const WORDS_A_PARAGRAPH = 80
const KEYS = 200
/** Number of keys between two pauses, and the length of a pause, in milliseconds (`PAUSE`). */
const KEYS_IN_A_ROW = 25
const PAUSE = 900

const words = Number(process.argv[2] ?? 20_000)
const site = await startSite({ root: fileURLToPath(new URL('../../test/fixtures/rich-text', import.meta.url)) })
try {
  const { page } = await openStory(site, textOf(words))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const rows = []
  for (const [name, share] of [
    ['the beginning', 0],
    ['the middle', 0.5],
    ['the end', 0.999],
  ] as const) {
    await putCursor(page, share)
    const { script, painted } = await typeKeys(page, cdp)
    rows.push([name, ...figures(script), ...figures(painted)])
  }
  printTable(
    `A key in ${words.toLocaleString('en')} words, ${KEYS} keys, in milliseconds`,
    ['typed at', 'script p50', 'p90', 'max', 'painted p50', 'p90', 'max'],
    rows,
  )
} finally {
  await site.close()
  await (await sharedBrowser()).close()
}

/** Returns paragraphs with a link each; every tenth block is a heading. */
function textOf(count: number): object[] {
  const sentence = 'The harbour was quiet that morning and nobody had seen the boats come back again'.split(' ')
  const text = (length: number) => Array.from({ length }, (_, index) => sentence[index % sentence.length]).join(' ')
  const link = { type: 'link', attrs: { href: 'https://example.com/' } }
  return Array.from({ length: Math.ceil(count / WORDS_A_PARAGRAPH) }, (_, index) =>
    index % 10 === 0
      ? { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: text(WORDS_A_PARAGRAPH / 10) }] }
      : {
          type: 'paragraph',
          content: [
            { type: 'text', text: `${text(WORDS_A_PARAGRAPH - 12)} ` },
            { type: 'text', text: 'linked', marks: [link] },
            { type: 'text', text: ` ${text(WORDS_A_PARAGRAPH / 2 - 29)}` },
          ],
        },
  )
}

async function putCursor(page: Page, share: number): Promise<void> {
  const blocks = page.locator('[role=textbox][aria-label=Body] > :is(p, h2)')
  const index = Math.floor((await blocks.count()) * share)
  await blocks.nth(index).scrollIntoViewIfNeeded()
  await blocks.nth(index).click()
  await page.keyboard.press('End')
}

async function typeKeys(page: Page, cdp: CDPSession): Promise<{ script: number[]; painted: number[] }> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { paintTimes: times })
    const noteFrame = (from: number) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => times.push(performance.now() - from)
      requestAnimationFrame(() => channel.port2.postMessage(null))
    }
    window.addEventListener('keydown', () => noteFrame(performance.now()), { capture: true })
  })
  const script: number[] = []
  for (let index = 0; index < KEYS; index += 1) {
    const before = await scriptTime(cdp)
    await page.keyboard.press(index % 6 === 5 ? 'Space' : 'e')
    await page.waitForFunction((count) => (window as { paintTimes?: number[] }).paintTimes?.length === count, index + 1)
    script.push((await scriptTime(cdp)) - before)
    if (index % KEYS_IN_A_ROW === KEYS_IN_A_ROW - 1) await page.waitForTimeout(PAUSE)
  }
  const painted = await page.evaluate(() => (window as { paintTimes?: number[] }).paintTimes ?? [])
  return { script, painted }
}

async function scriptTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

function figures(sample: readonly number[]): string[] {
  return [median(sample), percentile(sample, 0.9), Math.max(...sample)].map((value) => value.toFixed(1))
}
