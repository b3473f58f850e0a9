/**
 * Checks what would be published, as users will install it: packs the packages, checks the archives, and with each
 * package manager installs, builds, checks and tests a new project. Publishes nothing.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot as root } from '../../src/compile/load/package-root.ts'
import { checkArchive } from './check-archive.ts'
import { checkChangelog } from './check-changelog.ts'
import { timeFirstPage } from './first-page.ts'
import { MANAGERS, tryManager } from './managers.ts'
import { readManifest } from './manifest.ts'
import { archiveOf, PACKAGE_NAMES, packPackages } from './pack-packages.ts'

/**
 * Maximum size of the packages of a new project, and of a service without development packages, in MB; maximum time to
 * the first page, in seconds.
 */
const MOST = { project: 251, production: 80, seconds: 20 }

const { version } = readManifest(root)
const archives = join(root, '.packages/archives')
const scratch = mkdtempSync(join(tmpdir(), 'lintel-release-'))
const tools = join(scratch, 'tools')
const problems: string[] = []

await step(`pack ${version}`, () => {
  rmSync(archives, { recursive: true, force: true })
  mkdirSync(archives, { recursive: true })
  packPackages(root, archives)
})
await step('changelog', () => problems.push(...checkChangelog(root, version)))
for (const name of PACKAGE_NAMES) {
  await step(`look at ${name}`, async () => problems.push(...(await checkArchive(join(archives, archiveOf(name))))))
}
await step('install the package managers', () => {
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  npm(tools, 'install', ...MANAGERS.map(({ spec }) => spec))
})
for (const manager of MANAGERS) {
  const project = join(scratch, manager.name)
  await step(`a new project with ${manager.name}`, async () => {
    const archive = join(archives, archiveOf('lintel'))
    execFileSync(process.execPath, [join(root, 'src/cli/cms.js'), 'init', project, '--lintel', `file:${archive}`])
    execFileSync('git', ['init', '--quiet', project])
    await tryManager(manager, tools, project, async () => {
      const seconds = await timeFirstPage(project)
      console.log(`from the install to the first page with ${manager.name}  ${seconds.toFixed(1)} s`)
      if (seconds >= MOST.seconds) problems.push(`The first page takes ${seconds} s, more than ${MOST.seconds} s.`)
    })
    expectSize(`a project installed with ${manager.name}`, project, MOST.project)
  })
}
await step('a service without development packages', () => {
  const project = join(scratch, 'npm')
  npm(project, 'install', '--omit=dev', '--omit=optional') // optional peer dependencies are only needed for development
  expectSize('a service without development packages', project, MOST.production)
})
rmSync(scratch, { recursive: true, force: true })

for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length > 0) process.exitCode = 1
else console.log(`\nNothing is published yet. To publish ${version}:\n${PACKAGE_NAMES.map(publishLine).join('\n')}`)

async function step(title: string, run: () => unknown): Promise<void> {
  const start = performance.now()
  try {
    await run()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string } // of a command
    problems.push(`${title}: ${error instanceof Error ? error.message : error}\n${stdout}${stderr}`)
  }
  console.log(`${title}  ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--silent'], { cwd, encoding: 'utf8', stdio: 'pipe' })
}

function expectSize(title: string, project: string, most: number): void {
  const [blocks] = execFileSync('du', ['-sk', join(project, 'node_modules')], { encoding: 'utf8' }).split('\t')
  const size = Number(blocks) / 1024
  console.log(`${title}  ${size.toFixed(1)} MB`)
  if (size >= most) problems.push(`${title} takes ${size.toFixed(1)} MB, more than ${most} MB.`)
}

function publishLine(name: (typeof PACKAGE_NAMES)[number]): string {
  return `  npm publish --access public .packages/archives/${archiveOf(name)}`
}
