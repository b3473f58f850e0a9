import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Asset } from './asset.ts'

const SCRIPTS = fileURLToPath(new URL('./scripts/', import.meta.url))

/** Each `scripts/*.ts` is a script of its own; what they share lies in folders beside them. */
export async function buildScripts(): Promise<readonly Asset[]> {
  const entries = readdirSync(SCRIPTS).filter((name) => name.endsWith('.ts'))
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
