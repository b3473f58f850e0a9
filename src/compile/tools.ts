import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './load/package-root.ts'

interface Tools {
  readonly esbuild: typeof import('esbuild')
  readonly miniflare: typeof import('miniflare')
}

export type ToolName = keyof Tools | 'wrangler'

/** Purpose of each tool. */
const USES: Readonly<Record<ToolName, string>> = {
  esbuild: 'bundles the worker',
  miniflare: 'runs the worker and its database on this machine',
  wrangler: 'uploads the worker',
}

/** Thrown if a tool is not installed. */
export class MissingTool extends Error {
  /** Command that installs the tool. */
  readonly hint: string

  constructor(name: ToolName) {
    super(`${name} is not installed. It ${USES[name]}.`)
    this.hint = `Install it: npm install --save-dev ${name}@${testedVersion(name)}`
  }
}

/**
 * Loads a package that is only needed to develop a service, and not to run it: a project has it among its
 * `devDependencies`.
 * @throws MissingTool
 */
export async function loadTool<Name extends keyof Tools>(name: Name): Promise<Tools[Name]> {
  try {
    return await import(name)
  } catch (error) {
    const isMissing = error instanceof Error && error.message.startsWith(`Cannot find package '${name}'`)
    throw isMissing ? new MissingTool(name) : error
  }
}

/** Returns the version of a package with which this package was tested; `latest` if it is unknown. */
export function testedVersion(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return devDependencies[name] ?? 'latest'
}
