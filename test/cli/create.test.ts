import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create } from '../../src/cli/create/create.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-create-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `npm create lintel`, and answers its prompts with `lines`; `null` runs it without a terminal. */
async function run(args: readonly string[], lines: readonly string[] | null) {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: lines !== null })
  const [stdin, stdout, stderr] = [terminal(), terminal(), terminal()]
  const typed = [...(lines ?? [])]
  stdout.on('data', (said) => {
    if (String(said).endsWith('): ')) stdin.write(`${typed.shift() ?? ''}\n`)
  })
  const said = Promise.all([text(stdout), text(stderr)])
  const code = await create(args, { cwd: folder, variables: {}, stdin, stdout, stderr })
  stdout.end()
  stderr.end()
  const [out, err] = await said
  return { code, stdout: out, stderr: err }
}

test('makes the folder and the template that are named', async () => {
  const { code, stdout } = await run(['a-blog', '--template', 'blog'], null)
  expect(code).toBe(0)
  expect(stdout).toContain('cd a-blog')
  expect(readFileSync(join(folder, 'a-blog/cms.config.ts'), 'utf8')).toContain("name: 'a-blog'")
})

test('asks for both in a terminal where nothing was said', async () => {
  const { code, stdout } = await run([], ['asked', 'magazine'])
  expect(code).toBe(0)
  expect(stdout).toContain('magazine  articles in blocks')
  expect(readFileSync(join(folder, 'asked/web/package.json'), 'utf8')).toContain('"name": "asked-web"')
})

test('an empty answer is the default', async () => {
  expect((await run([], ['', ''])).code).toBe(0)
  expect(existsSync(join(folder, 'my-site/collections/posts.ts'))).toBe(true)
})

test('never asks without a terminal, and says which template was meant', async () => {
  expect((await run([], null)).stderr).toContain('is not empty')
  const { code, stderr } = await run(['other', '--template', 'magasine'], null)
  expect([code, stderr]).toEqual([2, expect.stringContaining("Did you mean 'magazine'?")])
})
