import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOnPath } from '../harness/on-path.ts'
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
      // Without this, npm does not run the install scripts of esbuild and workerd.
      allowScripts: { esbuild: true, workerd: true },
    })
    const again = await cms(['init'], { cwd: root })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
  })

  it('takes the client from beside a packed file, seen from each package.json', async () => {
    const packages = join(folder, 'packages')
    mkdirSync(packages)
    const lintel = 'file:../packages/lintel-0.2.0.tgz'
    const args = ['--template', 'magazine', '--lintel', lintel]
    const early = await cms(['init', 'early', ...args], { cwd: folder })
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('lintel-client-0.2.0.tgz does not exist') })
    expect(existsSync(join(folder, 'early'))).toBe(false)
    writeFileSync(join(packages, 'lintel-client-0.2.0.tgz'), '')
    expect(await cms(['init', 'packed', ...args], { cwd: folder })).toMatchObject({ code: 0 })
    const asked = (path: string) => JSON.parse(readFileSync(join(folder, 'packed', path), 'utf8')).dependencies
    expect(asked('package.json').lintel).toBe(lintel)
    expect(asked('web/package.json')['@lintel/client']).toBe('file:../../packages/lintel-client-0.2.0.tgz')
  })

  it('takes both packages from the registry that an .npmrc names', async () => {
    const root = join(folder, 'registered')
    mkdirSync(root)
    writeFileSync(join(root, '.npmrc'), 'registry=https://npm.example.com/\n')
    expect(await cms(['init', '--template', 'magazine'], { cwd: root })).toMatchObject({ code: 0 })
    const { dependencies } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'))
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    expect(dependencies['@lintel/client']).toBe(version)
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
    const { files } = JSON.parse(stdout)
    expect(files).toEqual(
      expect.arrayContaining(['Dockerfile', '.dockerignore', 'deploy/desk.service', 'deploy/README.md']),
    )
    expect(files).not.toContain('.github/workflows/preview.yml')
    const read = (path: string) => readFileSync(join(folder, 'desk', path), 'utf8')
    expect(read('cms.config.ts')).toContain(
      `production: { host: 'node', migrations: 'apply', deploy: { folder: '/srv/desk', data: '/var/lib/desk' } }`,
    )
    expect(read('deploy/desk.service')).toContain('ExecStart=/usr/bin/node /srv/desk/current/start.js\n')
    expect(read('Dockerfile') + read('deploy/desk.service')).not.toContain('my-site')
    for (const template of ['blank', 'blog', 'magazine']) {
      await cms(['init', template, '--template', template, '--host', 'node'], { cwd: folder })
      const said = ['README.md', '.github/workflows/deploy.yml'].map((path) =>
        readFileSync(join(folder, template, path), 'utf8'),
      )
      expect(said.join()).not.toMatch(/CLOUDFLARE|wrangler|preview\.yml/)
      expect(said[0]).toContain('`deploy/README.md`')
    }
    const wrong = await cms(['init', 'y', '--host', 'nod'], { cwd: folder })
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean 'node'?") })
  })

  it('keeps what a machine has of a project out of git: builds, data, backups, secrets', async () => {
    await cms(['init', 'kept', '--host', 'node'], { cwd: folder })
    const root = join(folder, 'kept')
    execFileSync('git', ['init', '--quiet'], { cwd: root })
    const paths = ['dist/server/start.js', 'data/lintel.db', 'backups/a.sql.gz', '.dev.vars', 'cms.env']
    const ignored = execFileSync('git', ['check-ignore', ...paths], { cwd: root, encoding: 'utf8' })
    expect(ignored.trim().split('\n')).toEqual(paths)
  })

  it.skipIf(!isOnPath('systemd-analyze'))('gives a machine a unit that systemd can load', async () => {
    await cms(['init', 'unit', '--host', 'node'], { cwd: folder })
    const unit = join(folder, 'unit/deploy/unit.service')
    // systemd-analyze requires that the path of Node exists.
    writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.skipIf(!isOnPath('hadolint'))('gives a machine a Dockerfile without a word from hadolint', () => {
    const { status, stdout } = spawnSync('hadolint', [join(repository, 'templates/node/Dockerfile')], {
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })

  it('gives projects the review of pull requests that this repository uses', () => {
    const read = (path: string) => readFileSync(join(repository, path), 'utf8')
    for (const name of ['cms-diff.yml', 'cms-files.yml'])
      expect(read(`templates/base/.github/workflows/${name}`)).toBe(read(`.github/workflows/${name}`))
  })
})
