import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksumOf } from '../../../src/compile/schema/files/migration-file.ts'
import { Service } from './service.ts'

let service: Service

/** Replaces all text for people in the migrations, and commits the result as the first commit of a new repository. */
beforeAll(async () => {
  service = await Service.create()
  let parent = 'none'
  for (const name of readdirSync(join(service.root, 'migrations')).sort()) {
    service.edit(`migrations/${name}`, (text) =>
      text
        .replace(
          /^-- (?!(?:op|format|made-by|parent|schema): ).*$/gm,
          '-- destructive: something else altogether (nowhere.ts:1)',
        )
        .replace(/^-- parent: .*$/m, `-- parent: ${parent}`),
    )
    parent = checksumOf(service.read(`migrations/${name}`))
  }
  rmSync(join(service.root, '.git'), { recursive: true })
  service.git('init', '-b', 'main')
  service.git('config', 'user.name', 'Test')
  service.git('config', 'user.email', 'test@example.com')
  service.commit()
})

afterAll(() => service.remove())

test('the words of a chain mean nothing to build, check, apply and verify', async () => {
  expect(await service.cms('build')).toMatchObject({ code: 0, stderr: '' })
  expect(service.git('status', '--porcelain', 'migrations', 'cms.lock.json')).toBe('')
  expect(await service.cms('check')).toMatchObject({ code: 0, stderr: '' })
  const verified = await service.cms('migrate', 'verify', '--json')
  expect({ code: verified.code, ...JSON.parse(verified.stdout) }).toMatchObject({ code: 0, ok: true, migrations: 4 })
  expect(await service.cms('migrate', 'apply', '--persist', '.cms/data')).toMatchObject({ code: 0 })
})
