import { dirname } from 'node:path'
import { loadTool } from '../tools.ts'
import { workerdOptions } from './workerd-options.ts'

/** Bundles a worker of the CLI into one module. */
export async function bundleHost(entry: string): Promise<string> {
  const { build } = await loadTool('esbuild')
  const { outputFiles } = await build({ ...workerdOptions(dirname(entry)), entryPoints: [entry] })
  return outputFiles[0]?.text ?? ''
}
