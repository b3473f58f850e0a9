import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.0 to 2.2, levels A and AA, and what axe-core holds to be good practice. */
export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Findings of axe-core on the page that a window shows, a line each. */
export async function violationsOn(page: Page, rules: readonly string[] = RULES): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(
    async ([names, at]) => {
      const { axe } = globalThis as never as { axe: { run(context: Document, options: object): Promise<Found> } }
      interface Found {
        violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
      }
      const type = (names as string[])[0] === 'color-contrast' ? 'rule' : 'tag'
      const found = await axe.run(document, {
        runOnly: { type, values: names },
        resultTypes: ['violations'],
        iframes: false,
      })
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${at} ${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`),
      )
    },
    [rules, page.url()] as const,
  )
}
