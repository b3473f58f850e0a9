import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PACKAGE_NAMES } from '../../scripts/package/pack-packages.ts'
import { repository } from '../cli/cms.ts'
import { packedPackage } from './packed-package.ts'

/** MB that a package may take on disk. A new project may take 251, of which all but `lintel` takes 225. */
const MOST = { lintel: 25.5, '@lintel/client': 2, '@lintel/import': 1, 'create-lintel': 2 }

describe.each(PACKAGE_NAMES)('%s', (name) => {
  test('is what npm, Node, TypeScript and bundlers expect, and installs without a script', async () => {
    const archive = await packedPackage(name)
    // In a process of its own, as `npm run release` asks.
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/package/check.ts', archive], {
      cwd: repository,
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test(`takes less than ${MOST[name]} MB on disk`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-size-'))
    execFileSync('tar', ['-xzf', await packedPackage(name), '-C', folder])
    const [kilobytes] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')
    rmSync(folder, { recursive: true })
    expect(Number(kilobytes) / 1024).toBeLessThan(MOST[name])
  })

  test('holds the license and the changelog', async () => {
    const files = execFileSync('tar', ['-tzf', await packedPackage(name)], { encoding: 'utf8' }).split('\n')
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/CHANGELOG.md', 'package/README.md']))
  })
})
