import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { compile } from '../../../src/compile/index.ts'

const ROOT = resolve('test/fixtures/locales')

it('types documents in one locale, and in all', async () => {
  const { outputs } = await compile({ root: ROOT })
  mkdirSync(`${ROOT}/.cms`, { recursive: true })
  writeFileSync(`${ROOT}/.cms/types.d.ts`, outputs.get('.cms/types.d.ts') ?? '')
  const flags = ['--noEmit', '--pretty', 'false', '--project', ROOT]
  const said = await promisify(execFile)(resolve('node_modules/.bin/tsc'), flags).then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  )
  expect(said).toBe('')
})
