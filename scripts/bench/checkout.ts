import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The committed project in a temporary folder, without what was installed or generated. */
export async function checkout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
  await run('git', ['clone', '--quiet', resolve('.'), folder])
  return folder
}
