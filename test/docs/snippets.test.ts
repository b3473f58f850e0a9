import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fencesOf } from './http-examples.ts'

const run = promisify(execFile)

/** Type-checks a text as a module beside the generated program; returns what the compiler says, nothing when it is content. */
async function typeErrors(source: string): Promise<string> {
  const folder = mkdtempSync('.cms/documented-')
  try {
    writeFileSync(join(folder, 'module.ts'), source.replace("'./.cms/types'", "'../types.d.ts'"))
    const config = { extends: '../../tsconfig.json', compilerOptions: { rootDir: '../..' }, include: ['*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    return await run('node_modules/.bin/tsc', ['--noEmit', '--project', folder]).then(
      () => '',
      (failure: { stdout: string }) => failure.stdout,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const client = fencesOf(readFileSync('docs/client.md', 'utf8'))
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => text)
  .join('\n')

it('docs/client.md compiles, and a misspelled field in it does not', async () => {
  expect(await typeErrors(client)).toBe('')
  expect(await typeErrors(`${client}\nawait posts.create({ titel: 'The engine' })`)).toContain("'titel'")
})
