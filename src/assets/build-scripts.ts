import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Asset } from './asset.ts'

const SCRIPTS = fileURLToPath(new URL('./scripts/', import.meta.url))

/**
 * Builds scripts for browsers. Each `scripts/*.ts` is a separate script; shared code is in the folders beside them.
 * @param entries names of the scripts. Default: all
 */
export async function buildScripts(
  entries: readonly string[] = readdirSync(SCRIPTS).filter((name) => name.endsWith('.ts')),
): Promise<readonly Asset[]> {
  const { outputFiles } = await build({
    entryPoints: entries.map((name) => join(SCRIPTS, name)),
    outdir: SCRIPTS,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
  })
  return outputFiles.map(({ path, text }) => ({ name: basename(path), text }))
}
