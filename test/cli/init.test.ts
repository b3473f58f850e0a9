import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cms, repository } from './cms.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-init-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('cms init', () => {
  it('needs no argument and writes a project into an empty folder', async () => {
    const root = join(folder, 'My Site 2')
    mkdirSync(join(root, '.git'), { recursive: true })
    const { code, stdout, stderr } = await cms(['init'], { cwd: root })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('npm install')
    expect(readFileSync(join(root, 'cms.config.ts'), 'utf8')).toContain(`name: 'my-site-2'`)
    const { version, devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).toMatchObject({
      dependencies: { lintel: version, hono: devDependencies.hono },
      devDependencies: { esbuild: devDependencies.esbuild, miniflare: devDependencies.miniflare },
      scripts: { dev: 'cms dev', test: 'node --test', check: 'cms check --types' },
      // Without it npm leaves out what esbuild and workerd install themselves with.
      allowScripts: { esbuild: true, workerd: true },
    })
    const again = await cms(['init'], { cwd: root })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
  })

  it('makes a folder that is named', async () => {
    const { code, stdout } = await cms(['init', 'shop', '--json'], { cwd: folder })
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, name: 'shop' })
    expect(existsSync(join(folder, 'shop/src/worker.ts'))).toBe(true)
    expect(JSON.parse(stdout).next).toEqual(['cd shop', 'npm install', 'npm run dev'])
    mkdirSync(join(folder, 'here'))
    const here = await cms(['init', '.', '--json'], { cwd: join(folder, 'here') })
    expect(JSON.parse(here.stdout).next).toEqual(['npm install', 'npm run dev'])
  })

  it('writes what a repository needs, and leaves what it has', async () => {
    const root = join(folder, 'with-workflow')
    mkdirSync(join(root, '.github/workflows'), { recursive: true })
    writeFileSync(join(root, '.github/workflows/ci.yml'), 'name: mine\n')
    const { stdout } = await cms(['init', '--json'], { cwd: root })
    expect(JSON.parse(stdout).files).toEqual(
      expect.arrayContaining([
        '.gitignore',
        '.yarnrc.yml',
        '.github/workflows/cms-diff.yml',
        'README.md',
        'test/posts.test.ts',
      ]),
    )
    expect(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')).toBe('name: mine\n')
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toContain('.dev.vars')
  })

  it('knows its templates', async () => {
    const { code, stderr } = await cms(['init', 'x', '--template', 'blnk'], { cwd: folder })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Did you mean 'blank'?") })
    expect(existsSync(join(folder, 'x'))).toBe(false)
  })

  it('writes what a machine needs where the host is Node', async () => {
    const { code, stdout } = await cms(['init', 'desk', '--host', 'node', '--json'], { cwd: folder })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).files).toEqual(
      expect.arrayContaining(['Dockerfile', '.dockerignore', 'deploy/desk.service']),
    )
    const read = (path: string) => readFileSync(join(folder, 'desk', path), 'utf8')
    expect(read('cms.config.ts')).toContain(
      `production: { host: 'node', migrations: 'apply', deploy: { folder: '/srv/desk', data: '/var/lib/desk' } }`,
    )
    expect(read('deploy/desk.service')).toContain('ExecStart=/usr/bin/node /srv/desk/current/start.js\n')
    expect(read('Dockerfile') + read('deploy/desk.service')).not.toContain('my-site')
    const wrong = await cms(['init', 'y', '--host', 'nod'], { cwd: folder })
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean 'node'?") })
  })

  it('gives projects the review of pull requests that this repository uses', () => {
    const read = (path: string) => readFileSync(join(repository, path), 'utf8')
    expect(read('templates/base/.github/workflows/cms-diff.yml')).toBe(read('.github/workflows/cms-diff.yml'))
  })
})
