import type { BuildOptions } from 'esbuild'
import { bundleOptions } from '../../compile/code/bundle-options.ts'
import { wasmModules } from './wasm-modules.ts'

/** Returns options for bundling modules that workerd runs on this machine. */
export function workerdOptions(root: string) {
  return { ...bundleOptions(root), write: false, plugins: [wasmModules] } satisfies BuildOptions & { write: false }
}
