import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../cli/cms.ts'
import { unpackedPackage } from './packed-package.ts'

let folder: string
let bin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-create-package-'))
  const made = await unpackedPackage('create-lintel')
  // What npm would publish, and nothing beside it.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const packed = execFileSync('npm', args, { cwd: made, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')))
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder])
  bin = join(folder, 'package/index.js')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function create(...args: string[]) {
  return spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' })
}

test('is one program without dependencies', () => {
  const { dependencies, bin: command } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'))
  expect([dependencies, command]).toEqual([undefined, './index.js'])
})

test.each(['blank', 'blog', 'magazine'])('writes the template %s as cms init does', (template) => {
  const { status, stdout, stderr } = create(template, '--template', template, '--json')
  expect([status, stderr]).toEqual([0, ''])
  const { files } = JSON.parse(stdout) as { files: string[] }
  expect(files).toEqual(
    expect.arrayContaining(['.gitignore', '.github/workflows/ci.yml', 'cms.config.ts', 'README.md']),
  )
  const { version, devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(JSON.parse(readFileSync(join(folder, template, 'package.json'), 'utf8'))).toMatchObject({
    name: template,
    dependencies: { lintel: version, hono: devDependencies.hono },
  })
  if (template !== 'magazine') return
  expect(JSON.parse(readFileSync(join(folder, template, 'web/package.json'), 'utf8')).dependencies).toEqual({
    '@astrojs/node': devDependencies['@astrojs/node'],
    '@lintel/client': version,
    astro: devDependencies.astro,
  })
})

test('says on an older Node which one it needs', () => {
  const older = join(folder, 'older')
  cpSync(join(folder, 'package'), older, { recursive: true })
  const pretended = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretended)}`, join(older, 'index.js')]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: older, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Lintel needs Node 22\.18 or newer[^\n]*\n$/)])
})
