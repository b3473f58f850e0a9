import { findStaleOutputs, writeOutputs } from '../../compile/index.ts'
import { type Compiled, programOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { checkWrangler } from '../wrangler/check-wrangler.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { isWranglerStale } from '../wrangler/write-wrangler.ts'

/**
 * Requires that lock, migrations and `wrangler.toml` match the config, so that the deployed program is the reviewed
 * one. Writes the generated program, since wrangler bundles it.
 * @throws Failure if a file does not match, or `wrangler.toml` has a mistake
 */
export async function requireCommitted(root: string, compilation: Compiled): Promise<void> {
  writeOutputs(root, programOf(compilation))
  const stale = [
    ...findStaleOutputs(root, compilation),
    ...(isWranglerStale(root, compilation) ? ['wrangler.toml'] : []),
  ]
  if (stale.length > 0) {
    throw new Failure(`${stale.join(', ')} does not match the config; nothing was deployed.`, {
      hint: '`cms build` writes it.',
      exitCode: exitCodes.stale,
    })
  }
  const [mistake] = checkWrangler(root, readWranglerFile(root), compilation)
  if (mistake) throw new Failure(mistake.message, mistake.hint === null ? {} : { hint: mistake.hint })
}
