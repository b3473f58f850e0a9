import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServiceOptions, TestService } from '../../src/testing/index.ts'

/**
 * Starts the service of a project that was installed and never built, as `cms dev` does, and asks for its first page.
 * @returns seconds from the start to the page
 * @throws Error for a page that is not there
 */
export async function timeFirstPage(project: string): Promise<number> {
  const module = pathToFileURL(join(project, 'node_modules/lintel/lib/testing/index.js')).href
  const { startService } = (await import(module)) as {
    startService(options: ServiceOptions): Promise<TestService> // which is what the module exports
  }
  const start = performance.now()
  await using service = await startService({ root: project })
  const { status } = await service.fetch('/docs')
  if (status !== 200) throw new Error(`The first page of a new project has the status ${status}.`)
  return (performance.now() - start) / 1000
}
