import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServiceOptions, TestService } from '../../src/testing/index.ts'
import type { InstalledProject } from './installed-project.ts'

interface Testing {
  startService(options: ServiceOptions): Promise<TestService>
}

/** Starts the service of a project as its own tests do, by `lintel/test` of the package that is installed there. */
export async function startInstalled({ root, packageRoot }: InstalledProject): Promise<TestService> {
  const module = pathToFileURL(join(packageRoot, 'lib/testing/index.js')).href
  const { startService } = (await import(module)) as Testing // which is what the module exports
  return startService({ root })
}
