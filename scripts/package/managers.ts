import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A program that installs a project's packages. */
export interface PackageManager {
  readonly name: string
  /** Its package on npm, with the version that is tried. */
  readonly spec: string
  /** Its program, below `node_modules`. */
  readonly program: string
}

/** Those that the README of a new project names. npm comes with Node. */
export const MANAGERS: readonly PackageManager[] = [
  { name: 'npm', spec: 'npm@11.19.1', program: 'npm/bin/npm-cli.js' },
  { name: 'pnpm', spec: 'pnpm@12.21.0', program: 'pnpm/bin/pnpm.mjs' },
  { name: 'yarn', spec: '@yarnpkg/cli-dist@4.18.1', program: '@yarnpkg/cli-dist/bin/yarn.js' },
]

/**
 * Installs a project and does with it what its README says.
 * @param tools folder in whose `node_modules` the package managers are
 * @param onInstalled runs once the packages are there and nothing is built
 * @throws what the failing command printed
 */
export async function tryManager(
  { program }: PackageManager,
  tools: string,
  project: string,
  onInstalled: () => Promise<void>,
): Promise<void> {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(tools, 'node_modules', program), ...args], {
      cwd: project,
      env: { ...process.env, CI: '', NODE_ENV: '' },
    })
  await run('install')
  await onInstalled()
  await run('run', 'build')
  await run('run', 'check')
  await run('run', 'test')
}
