/** The compiler's door: what the commands and the tests call. */
export type { Compilation } from './compilation.ts'
export { compile } from './compile.ts'
export type { Diagnostic } from './diagnostics/diagnostic.ts'
export { writeOutputs } from './write-outputs.ts'
