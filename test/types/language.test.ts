import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** Type-checks one folder; answers what the compiler said, nothing when it is content. */
async function typeCheck(folder: string): Promise<string> {
  return run('node_modules/.bin/tsc', ['--noEmit', '--project', folder]).then(
    () => '',
    (failure: { stdout: string }) => failure.stdout,
  )
}

describe('the language in the editor', () => {
  it('refuses what types can say', async () => {
    expect(await typeCheck('test/types/unregistered')).toBe('')
  })

  it('knows the collections and roles of the project once it is built', async () => {
    expect(await typeCheck('test/types/registered')).toBe('')
  })
})
