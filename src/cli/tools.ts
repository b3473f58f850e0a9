import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../compile/load/package-root.ts'
import { Failure } from './failure.ts'

interface Tools {
  readonly esbuild: typeof import('esbuild')
  readonly miniflare: typeof import('miniflare')
}

/** Purpose of each tool. */
const USES: Readonly<Record<keyof Tools | 'wrangler', string>> = {
  esbuild: 'bundles the worker',
  miniflare: 'runs the worker and its database on this machine',
  wrangler: 'uploads the worker',
}

/**
 * Loads a package that is only needed to develop a service, and not to run it: a project has it among its
 * `devDependencies`.
 * @throws Failure with the command that installs it
 */
export async function loadTool<Name extends keyof Tools>(name: Name): Promise<Tools[Name]> {
  try {
    return await import(name)
  } catch (error) {
    const isMissing = error instanceof Error && error.message.startsWith(`Cannot find package '${name}'`)
    throw isMissing ? missingTool(name) : error
  }
}

export function missingTool(name: keyof typeof USES): Failure {
  return new Failure(`${name} is not installed. It ${USES[name]}.`, {
    hint: `Install it: npm install --save-dev ${name}@${testedVersion(name)}`,
  })
}

/** Returns the version of a package with which this package was tested. */
export function testedVersion(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return devDependencies[name] ?? 'latest'
}
