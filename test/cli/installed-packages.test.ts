import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveBase } from '../../src/cli/git.ts'
import { compareInstalled } from '../../src/cli/surroundings/compare-installed.ts'

let repository: string
const project = () => join(repository, 'apps/cms')

function write(path: string, content: object): void {
  const file = join(repository, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(content))
}

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd: repository, stdio: 'pipe' })
}

type Versions = Readonly<Record<string, string>>

/** Returns a lock file with packages: the value is the version, and after a space the hash. */
function lockOf(versions: Versions): object {
  const packages = Object.entries(versions).map(([name, text]) => {
    const [version, integrity = 'sha512-a'] = text.split(' ')
    const resolved = `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`
    return [`node_modules/${name}`, { version, resolved, integrity }]
  })
  return { lockfileVersion: 3, packages: Object.fromEntries(packages) }
}

const compare = () =>
  compareInstalled(project(), resolveBase(project(), 'main')).map(({ class: grade, message }) => `${grade}: ${message}`)

const BASE = { hono: '4.10.7', zod: '4.1.13', jose: '6.0.0', ajv: '8.0.0' }

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'lintel-installed-'))
  git('init', '--quiet', '--initial-branch', 'main')
  write('apps/cms/package.json', { name: 'cms' })
  write('package-lock.json', lockOf(BASE))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
})
afterAll(() => rmSync(repository, { recursive: true, force: true }))

it('says which changed packages are installed otherwise', () => {
  expect(compare()).toEqual([])
  write('package-lock.json', lockOf({ ...BASE, hono: '4.10.7 sha512-b', zod: '4.1.14', jose: '6.1.0' }))
  write('node_modules/zod/package.json', { name: 'zod', version: '4.1.13' })
  write('node_modules/jose/package.json', { name: 'jose', version: '6.1.0' })
  expect(compare()).toEqual([
    'caution: ../../package-lock.json: node_modules does not have the packages of this file: hono 4.10.7 is not installed and zod is 4.1.13 instead of 4.1.14',
  ])
  write('node_modules/.package-lock.json', lockOf({ ...BASE, jose: '6.1.0' }))
  expect(compare()).toEqual([
    'caution: ../../package-lock.json: node_modules does not have the packages of this file: hono 4.10.7 is installed with other contents and zod is 4.1.13 instead of 4.1.14',
  ])
  write('node_modules/.package-lock.json', lockOf({ ...BASE, hono: '4.10.7 sha512-b', zod: '4.1.14', jose: '6.1.0' }))
  expect(compare()).toEqual([])
})
