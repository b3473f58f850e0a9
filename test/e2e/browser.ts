import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, onTestFailed } from 'vitest'
import type { ServiceOptions } from '../harness/service.ts'
import { type RunningSite, type Site, startSite } from './site.ts'

export type { Site } from './site.ts'

/** Characters of a page that a failed test prints. */
const PRINTED = 2000

/** One service for all tests of a file, in the process's Chromium. A test that fails prints the pages that it has opened. */
export function sharedSite(options: ServiceOptions = {}): Site {
  let site: RunningSite | undefined
  const pages: Page[] = []
  beforeEach(() => {
    pages.length = 0
    onTestFailed(async () => {
      for (const page of pages) process.stderr.write(`${await describe(page)}\n`)
    })
  })
  beforeAll(async () => {
    site = await startSite(options)
  })
  afterAll(() => site?.close())
  const running = (): RunningSite => {
    if (!site) throw new Error('the site is used before it has started')
    return site
  }
  return {
    get service() {
      return running().service
    },
    get origin() {
      return running().origin
    },
    open: async (window) => {
      const page = await running().open(window)
      pages.push(page)
      return page
    },
  }
}

/** Waits for the next frame, and for what the browser tells before it, such as where the cursor stands. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))
}

async function describe(page: Page): Promise<string> {
  const state = () => {
    const invalid = [...document.querySelectorAll('input:invalid, select:invalid, textarea:invalid')]
    const names = invalid.map((field) => field.getAttribute('name')).join(', ')
    const { activeElement: active, body } = document
    return `invalid: ${names}; in focus: ${active?.outerHTML.slice(0, 200)}\n${body?.innerText ?? ''}`
  }
  const text = await page.evaluate(state).catch(String)
  return `${page.url()}\n${text.slice(0, PRINTED)}`
}
