/**
 * First module of the process in which a config is evaluated. Its arguments are the folders of the project and of
 * compiled code.
 */
import { enableCompileCache } from 'node:module'

const [root = '', cache] = process.argv.splice(2)
if (cache !== undefined) enableCompileCache(cache)
await import('../load/library-hooks.ts')
const { serve } = await import('./serve.ts')
await serve(root)
