import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cmsProcess, launcher, repository } from './cms.ts'

// Makes Node behave like versions before 22.18, which do not run TypeScript.
const OLD = ['--no-experimental-strip-types']
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }

it('does not end as if it were done where it waits for what never comes', async () => {
  // Node exits with code 0 if nothing keeps the process alive.
  const child = spawn(process.execPath, ['--import', 'data:text/javascript,process.stdin.unref()', launcher, 'mcp'], {
    cwd: repository,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('cms: Unexpected error: the command exited before it was done\n'),
  })
})

describe('cms on a Node that is too old', () => {
  it("goes on with the Node of the project's packages, with the same arguments and exit code", async () => {
    expect(await cmsProcess(['--version'], { cwd: repository, node: OLD })).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    })
    const { code, stderr } = await cmsProcess(['biuld'], { cwd: repository, node: OLD })
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean `cms build`?')
  })

  it('says in one sentence what it needs where there is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-launcher-'))
    cpSync(join(repository, 'src/cli/cms.js'), join(folder, 'cms.js'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const run = await cmsProcess(['--version'], { cwd: folder, node: OLD, launcher: join(folder, 'cms.js') })
    rmSync(folder, { recursive: true })
    expect(run.code).toBe(1)
    expect(run.stdout).toBe('')
    expect(run.stderr).toMatch(/^cms: Lintel needs Node 22\.18 or newer, but this is v\d+\.\d+\.\d+\..*\n$/)
  })

  it('keeps to the syntax of Node 12, so that it can say so', async () => {
    const { transform } = await import('esbuild')
    const text = readFileSync(join(repository, 'src/cli/cms.js'), 'utf8')
    const { code } = await transform(text, { target: 'node12.20', minifySyntax: false })
    expect(code.replace(/\s/g, '')).toBe((await transform(text, { target: 'esnext' })).code.replace(/\s/g, ''))
    expect(text).not.toMatch(/from 'node:/)
  })
})
