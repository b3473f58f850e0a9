import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from '../../src/cli/workerd/with-lock.ts'

let folder: string
let lock: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-lock-'))
  lock = join(folder, 'cms.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('commands in one folder take turns', async () => {
  let inside = 0
  let most = 0
  const use = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((done) => setTimeout(done, 5))
    inside -= 1
  }
  await Promise.all(Array.from({ length: 5 }, () => withLock(folder, use)))
  expect(most).toBe(1)
  expect(existsSync(lock)).toBe(false)
})

test('a command that fails gives the lock back', async () => {
  await expect(withLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(lock)).toBe(false)
})

test('a lock that a process left behind when it ended is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(lock, String(pid))
  expect(await withLock(folder, async () => 'done')).toBe('done')
})

test('whoever waits too long is told who holds it, with exit code 8', async () => {
  writeFileSync(lock, String(process.ppid))
  await expect(withLock(folder, async () => 'done', 100)).rejects.toMatchObject({
    exitCode: 8,
    message: `Another command (process ${process.ppid}) is using the local database.`,
    hint: expect.stringContaining(lock),
  })
  expect(existsSync(lock)).toBe(true)
})
