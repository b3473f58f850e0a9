import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InstalledProject, installProject } from './installed-project.ts'

let project: InstalledProject

beforeAll(async () => {
  project = await installProject()
})
afterAll(() => project?.remove())

test('starts without a warning', async () => {
  const { version } = JSON.parse(readFileSync(join(project.packageRoot, 'package.json'), 'utf8'))
  expect(await project.run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test('what `cms init` writes builds and checks', async () => {
  const built = await project.run('build')
  expect(built).toMatchObject({ code: 0, stderr: '' })
  expect(built.stdout).toContain('wrote wrangler.toml')
  expect(built.stdout).toContain('✓ site: 1 collection, ')
  expect(await project.run('check')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^note This folder is not in a git/),
  })
})

test('checks the types of a project that has no TypeScript', async () => {
  expect(await project.run('check', '--types')).toMatchObject({ code: 0 })
  project.write('test/wrong.ts', 'const count: number = "many"\nexport default count\n')
  const { code, stderr } = await project.run('check', '--types')
  expect(code).toBe(1)
  expect(stderr).toContain("Type 'string' is not assignable to type 'number'.")
  expect(stderr).toContain('test/wrong.ts:1:7')
  rmSync(join(project.root, 'test/wrong.ts'))
})

test('applies migrations in workerd', async () => {
  expect(await project.run('migrate', 'apply')).toEqual({ code: 0, stdout: 'applied 0001_initial.sql\n', stderr: '' })
})

test('`cms new plugin` writes a plugin that answers, with a test that passes', async () => {
  expect(await project.run('new', 'plugin', 'guest-book')).toMatchObject({ code: 0, stderr: '' })
  const tested = spawnSync(process.execPath, ['--test', 'test/plugins/guest-book/guest-book.test.ts'], {
    cwd: project.root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
  expect(tested.status, tested.stdout + tested.stderr).toBe(0)
  expect(tested.stdout).toContain('pass 1')
})

test('says which package a plugin needs that is not installed', async () => {
  const config = project.read('cms.config.ts')
  project.write(
    'cms.config.ts',
    config
      .replace('import posts', "import mediaAvif from 'lintel/plugins/media-avif'\nimport posts")
      .replace('coreMedia(),', 'coreMedia(), mediaAvif(),'),
  )
  rmSync(join(project.root, 'node_modules/@jsquash'), { recursive: true })
  await project.run('build')
  const { code, stderr } = await project.run('deploy', '--env', 'production', '--dry-run')
  expect(code).toBe(1)
  expect(stderr).toContain("The package '@jsquash/avif' is not installed.")
  expect(stderr).toContain('npm install @jsquash/avif')
  project.write('cms.config.ts', config)
  await project.run('build')
})

test('is deployed by wrangler, and says how to install it where it is missing', async () => {
  expect(await project.run('deploy', '--env', 'production', '--dry-run')).toMatchObject({ code: 0, stderr: '' })
  rmSync(join(project.root, 'node_modules/wrangler'))
  const missing = await project.run('deploy', '--env', 'production', '--dry-run')
  expect(missing.code).toBe(1)
  expect(missing.stderr).toMatch(/wrangler is not installed[\s\S]*npm install --save-dev wrangler@\d+\.\d+\.\d+/)
})
