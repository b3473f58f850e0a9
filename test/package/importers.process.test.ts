import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../cli/cms.ts'
import { type InstalledProject, installProject } from './installed-project.ts'
import { unpackedPackage } from './packed-package.ts'

let project: InstalledProject
let version: string

beforeAll(async () => {
  project = await installProject()
  version = JSON.parse(project.read('node_modules/lintel/package.json')).version
  project.write('posts.csv', 'title,slug\nThe harbor at five,the-harbor\n')
  await project.run('build')
  expect((await project.run('migrate', 'apply')).code).toBe(0)
})
afterAll(() => project?.remove())

/** Copies the importers into the project, as npm does. */
async function installImporters(): Promise<void> {
  mkdirSync(join(project.root, 'node_modules/@lintel'), { recursive: true })
  cpSync(await unpackedPackage('@lintel/import'), join(project.root, 'node_modules/@lintel/import'), {
    recursive: true,
  })
}

test('the package has none of the importers, and what `cms export` wrote needs none', async () => {
  const document = { id: '01940000-0000-7000-8000-000000000001', status: 'published', title: 'Own', slug: 'own' }
  project.write('own.ndjson', `${JSON.stringify({ collection: 'posts', document })}\n`)
  expect(await project.run('import', 'own.ndjson')).toMatchObject({
    code: 0,
    stdout: 'imported: 1 created, 0 replaced, 0 unchanged, 0 skipped\n',
  })
})

test.each([[['posts.csv']], [['posts.csv', '--plan']], [['posts.csv', '--mapping', 'import.yaml']]])(
  'cms import %j says how to install them where they are missing',
  async (args) => {
    const { code, stdout, stderr } = await project.run('import', ...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(
      '@lintel/import is not installed. It reads files that `cms export` did not write, such as posts.csv.',
    )
    expect(stderr).toContain(`npm install --save-dev @lintel/import@${version}`)
  },
)

test('those of another version are not used', async () => {
  await installImporters()
  const path = 'node_modules/@lintel/import/package.json'
  const manifest = project.read(path)
  project.write(path, manifest.replace(`"version": "${version}"`, '"version": "0.1.7"'))
  const { code, stderr } = await project.run('import', 'posts.csv', '--plan')
  project.write(path, manifest)
  expect(code).toBe(1)
  expect(stderr).toContain(`@lintel/import is 0.1.7 and lintel is ${version}. Both must have the same version.`)
  expect(stderr).toContain(`npm install --save-dev @lintel/import@${version}`)
})

test('an export of another system is planned and imported', async () => {
  await installImporters()
  expect(await project.run('import', 'posts.csv')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('posts.csv is an export from another system (csv), which needs a mapping.'),
  })
  const planned = await project.run('import', 'posts.csv', '--plan')
  expect(planned.code, planned.stderr).toBe(0)
  expect(planned.stdout).toContain('posts.csv is a table (csv).')
  const imported = await project.run('import', 'posts.csv', '--mapping', 'import.yaml', '--json')
  expect(imported.code, imported.stderr).toBe(0)
  expect(JSON.parse(imported.stdout)).toMatchObject({ ok: true, written: true, kinds: { posts: { created: 1 } } })
  expect((await project.run('export', '--collection', 'posts')).stdout).toContain('"title":"The harbor at five"')
  const failed = await project.run('import', 'posts.csv', '--plan', '--force', '--format', 'csvs')
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean --format csv?') })
})

test.each([
  ['wordpress', 'wordpress/magazine.xml'],
  ['strapi', 'strapi/export.tar.gz'],
  ['payload', 'payload'],
])('the libraries with which %s is read are in it', async (format, fixture) => {
  await installImporters()
  const path = join(repository, 'test/fixtures/import', fixture)
  const { code, stdout, stderr } = await project.run('import', path, '--plan', '--json', '--out', `${format}.yaml`)
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ format, problems: { total: 0 } })
})
