import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { UNTYPED } from './modules.ts'

/**
 * Checks a packed package as its users will import it: with publint, and with arethetypeswrong for ES modules in Node
 * and in bundlers, the only uses that these packages support.
 * @param path path of the `.tgz`
 * @returns sentences that describe the problems; scripts that an installation would run are problems
 */
export async function checkArchive(path: string): Promise<readonly string[]> {
  const bytes = readFileSync(path)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer // never shared
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  const scripts = Object.keys(pkg?.scripts ?? {}).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg)}`),
    ...(await typeProblems(new Uint8Array(tarball))),
    ...scripts.map((name) => `package.json: the script ${name} runs when the package is installed`),
  ]
}

async function typeProblems(tarball: Uint8Array): Promise<readonly string[]> {
  const archive = createPackageFromTarballData(tarball)
  const { exports = {} } = JSON.parse(archive.readFile(`/node_modules/${archive.packageName}/package.json`)) as {
    readonly exports?: object
  }
  // Only one plugin of `plugins/*` is checked. Components of Astro are not modules.
  const entrypoints = Object.keys(exports)
    .filter((name) => !name.endsWith('.astro') && name !== './package.json')
    .filter((name) => !UNTYPED.includes(join(archive.packageName, name)))
    .map((name) => name.replace('*', 'cache'))
  if (entrypoints.length === 0) return []
  const analysis = await checkPackage(archive, { entrypoints })
  if (!analysis.types) return ['types: there are none']
  const problems = (['node16-esm', 'bundler'] as const).flatMap((resolutionKind) =>
    filterProblems(analysis, { resolutionKind }).map(
      (problem) => `types, ${resolutionKind}: ${JSON.stringify(problem)}`,
    ),
  )
  return problems
}
