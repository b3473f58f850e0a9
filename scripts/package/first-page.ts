import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServiceOptions, TestService } from '../../src/testing/index.ts'

/**
 * Starts the service of a project that is installed but was never built, as `cms dev` does, and requests its first
 * page.
 * @returns seconds from the start to the page
 * @throws Error if the status of the page is not 200
 */
export async function timeFirstPage(project: string): Promise<number> {
  const module = pathToFileURL(join(project, 'node_modules/lintel/lib/testing/index.js')).href
  const { startService } = (await import(module)) as {
    startService(options: ServiceOptions): Promise<TestService> // the export of the module
  }
  const start = performance.now()
  await using service = await startService({ root: project })
  const { status } = await service.fetch('/docs')
  if (status !== 200) throw new Error(`The first page of a new project has the status ${status}.`)
  return (performance.now() - start) / 1000
}
