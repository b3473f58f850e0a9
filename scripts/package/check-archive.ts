import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { UNTYPED } from './modules.ts'

/**
 * Looks at a packed package as those who import it will meet it: by publint, and by arethetypeswrong as ES modules in Node and
 * in bundlers, which is all that these packages are for.
 * @param path of the `.tgz`
 * @returns what is wrong, in words; scripts that an installation would run count as wrong
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
  // One of `plugins/*` stands for all. Components of Astro are no modules.
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
