/**
 * The first module of the process in which a config is evaluated. It is told the project's folder and where compiled
 * code is kept.
 */
import { enableCompileCache } from 'node:module'

const [root = '', cache] = process.argv.splice(2)
if (cache !== undefined) enableCompileCache(cache)
await import('../load/library-hooks.ts')
const { serve } = await import('./serve.ts')
await serve(root)
