import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { nextFrame } from './browser.ts'
import type { WindowOptions } from './site.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.0 to 2.2, levels A and AA, and what axe-core holds to be good practice. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Findings of axe-core on the page that a window shows, a line each. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(runAxe, { runOnly: { type: 'tag', values: ALL } })
}

/** The narrowest screen that pages must fit, in CSS pixels. */
const NARROWEST = 360

/** Window for `barriersOn`: colors change at once there. */
export const STILL: WindowOptions = { reducedMotion: true }

/**
 * Barriers on the page that a `STILL` window shows, a line each: findings of axe-core in the light and on the narrowest
 * screen, too little contrast in both and in the dark, and what is wider than that screen. A page is loaded once for all
 * of them.
 * @param known combinations of colors, sizes and weights that have been looked at: contrast, half of the work, follows
 *   from them. Those of the page are added.
 */
export async function barriersOn(page: Page, known: Set<string>): Promise<string[]> {
  const size = page.viewportSize()
  await page.evaluate(AXE)
  const light = [...(await structureOf(page)), ...(await contrastsOf(page, known))]
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await contrastsOf(page, known)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: NARROWEST, height: 900 })
  await nextFrame(page)
  const narrow = [...(await structureOf(page)), ...(await contrastsOf(page, known))]
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > NARROWEST) narrow.push(`${page.url()} is ${width} px wide`)
  if (size) await page.setViewportSize(size)
  const named = (look: string, lines: readonly string[]) => lines.map((line) => `${look}: ${line}`)
  return [...named('light', light), ...named('dark', dark), ...named('narrow', narrow)]
}

/** Violations of every rule but contrast. */
function structureOf(page: Page): Promise<string[]> {
  const options = { runOnly: { type: 'tag', values: ALL }, rules: { 'color-contrast': { enabled: false } } }
  return page.evaluate(runAxe, options)
}

/** Texts with too little contrast, among those whose look is not known yet. */
async function contrastsOf(page: Page, known: Set<string>): Promise<string[]> {
  const looks = await page.evaluate(markNew, [...known])
  if (looks.length === 0) return []
  for (const look of looks) known.add(look)
  return page.evaluate(runAxe, { runOnly: { type: 'rule', values: ['color-contrast'] }, within: '[data-new-look]' })
}

/** Marks elements whose text looks like none that is known; runs in the page. Returns their looks. */
function markNew(known: readonly string[]): string[] {
  const seen = new Set(known)
  const found = new Set<string>()
  const surfaces = new Map<Element, string>()
  const surfaceOf = (element: Element): string => {
    const kept = surfaces.get(element)
    if (kept !== undefined) return kept
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${position}`
    const below = element.parentElement ? surfaceOf(element.parentElement) : ''
    const surface = below.endsWith(own) ? below : `${below}; ${own}`
    surfaces.set(element, surface)
    return surface
  }
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute('data-new-look')
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const look = `${element.localName} ${color} ${fontSize} ${fontWeight} ${textShadow} on ${surfaceOf(element)}`
    if (seen.has(look)) continue
    element.setAttribute('data-new-look', '')
    found.add(look)
  }
  return [...found]
}

/** Runs axe-core in the page. */
async function runAxe({ within, ...options }: object & { readonly within?: string }): Promise<string[]> {
  interface Found {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  const { axe } = globalThis as never as { axe: { run(context: object, options: object): Promise<Found> } }
  const context = within === undefined ? document : document.querySelectorAll(within)
  const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'], iframes: false })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${location.href} ${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1] ?? ''}`,
    ),
  )
}
