import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.0 to 2.2, levels A and AA, and what axe-core holds to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rule that takes most of the time, since it looks at every text. Colors do not depend on a window's width. */
const CONTRAST = 'color-contrast'

/**
 * Findings of axe-core on the page that a window shows, a line each.
 * @param only `contrast`: that alone; `all-but-contrast`. Default: all of `RULES`
 */
export async function violationsOn(page: Page, only?: 'contrast' | 'all-but-contrast'): Promise<string[]> {
  const what = {
    runOnly: only === 'contrast' ? { type: 'rule', values: [CONTRAST] } : { type: 'tag', values: RULES },
    rules: only === 'all-but-contrast' ? { [CONTRAST]: { enabled: false } } : {},
    resultTypes: ['violations'],
    iframes: false,
  }
  await page.evaluate(AXE)
  return page.evaluate(
    async ([options, at]) => {
      const { axe } = globalThis as never as { axe: { run(context: Document, options: object): Promise<Found> } }
      interface Found {
        violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
      }
      const found = await axe.run(document, options)
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${at} ${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`),
      )
    },
    [what, page.url()] as const,
  )
}
