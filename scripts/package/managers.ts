import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Program that installs a project's packages. */
export interface PackageManager {
  readonly name: string
  /** Package on npm, with the version to try. */
  readonly spec: string
  /** Path of the program below `node_modules`. */
  readonly program: string
}

/** Package managers that the README of a new project names. */
export const MANAGERS: readonly PackageManager[] = [
  { name: 'npm', spec: 'npm@11.19.1', program: 'npm/bin/npm-cli.js' },
  { name: 'pnpm', spec: 'pnpm@12.21.0', program: 'pnpm/bin/pnpm.mjs' },
  { name: 'yarn', spec: '@yarnpkg/cli-dist@4.18.1', program: '@yarnpkg/cli-dist/bin/yarn.js' },
]

/**
 * Installs a project, and then builds, checks and tests it, as its README describes.
 * @param tools folder whose `node_modules` contains the package managers
 * @param onInstalled runs after the installation and before the build
 * @throws the error of the command that fails, with its output
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
