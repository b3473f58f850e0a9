import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../cli/cms.ts'
import { type InstalledProject, installProject } from './installed-project.ts'

/** A project that `cms init` of an older version wrote, with a plugin and a script that reads it, built by that version. */
const OLD = join(repository, 'test/fixtures/upgrade/0.1.0')

let project: InstalledProject

beforeAll(async () => {
  project = await installProject()
  for (const path of ['test', 'collections', 'package.json', 'tsconfig.json']) {
    rmSync(join(project.root, path), { recursive: true })
  }
  cpSync(OLD, project.root, { recursive: true })
})
afterAll(() => project?.remove())

test('shows what it would change, and writes nothing', async () => {
  const { code, stdout } = await project.run('upgrade', '--dry-run')
  expect(code).toBe(3)
  expect(stdout).toContain('+    "hono": "')
  expect(stdout).toContain(
    "-import { createClient, type ImageOptions, imageUrl, srcset, verifyWebhook } from 'lintel/client'",
  )
  expect(stdout).toContain('Dry run of the upgrade from 0.1.0 to 0.2.0: nothing was written.')
  expect(project.read('scripts/list-posts.ts')).toContain("verifyWebhook } from 'lintel/client'")
})

test('changes files as far as a program can, and lists what is left', async () => {
  const { code, stdout } = await project.run('upgrade', '--json')
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({
    from: '0.1.0',
    to: '0.2.0',
    files: ['package.json', 'plugins/guest-book/plugin.ts', 'scripts/list-posts.ts', 'tsconfig.json'],
    left: [{ file: 'scripts/list-posts.ts', line: 14, message: expect.stringContaining('mediaClient(client)') }],
  })
  expect(project.read('scripts/list-posts.ts')).toContain(`import { createClient } from 'lintel/client'
import { type ImageOptions, imageUrl, srcset } from 'lintel/client/image'
import { verifyWebhook } from 'lintel/client/webhook'
`)
  expect(JSON.parse(project.read('package.json'))).toMatchObject({
    engines: { node: '>=22.18' },
    allowScripts: { esbuild: true, workerd: true },
    dependencies: { lintel: '0.2.0', hono: expect.any(String), zod: expect.any(String) },
    devDependencies: { esbuild: expect.any(String), typescript: expect.any(String) },
  })
})

test('leaves a project that builds, and whose types say what is left', async () => {
  expect(await project.run('build')).toMatchObject({ code: 0 })
  expect(existsSync(join(project.root, 'migrations/0002_initial.sql'))).toBe(false)
  const unfinished = await project.run('check', '--types')
  expect(unfinished.code).toBe(1)
  expect(unfinished.stderr).toContain('scripts/list-posts.ts:14')

  const script = project.read('scripts/list-posts.ts')
  project.write(
    'scripts/list-posts.ts',
    `import { mediaClient } from 'lintel/client/media'\n${script.replace('client.media', 'mediaClient(client)')}`,
  )
  expect(await project.run('upgrade', '--from', '0.1.0')).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining('left'),
  })
  const finished = await project.run('check', '--types')
  expect(finished.code, finished.stderr).toBe(0)
})
