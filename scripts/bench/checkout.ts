import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Clones the repository into a temporary folder, without anything installed or generated. */
export async function checkout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
  await run('git', ['clone', '--quiet', resolve('.'), folder])
  return folder
}
