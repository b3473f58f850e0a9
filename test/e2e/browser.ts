import { afterAll, beforeAll } from 'vitest'
import type { ServiceOptions } from '../harness/service.ts'
import { type RunningSite, type Site, startSite } from './site.ts'

export type { Site } from './site.ts'

/** One service and one Chromium for all tests of a file. */
export function sharedSite(options: ServiceOptions = {}): Site {
  let site: RunningSite | undefined
  beforeAll(async () => {
    site = await startSite(options)
  }, 120_000)
  afterAll(() => site?.close(), 60_000)
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
    open: (window) => running().open(window),
  }
}
