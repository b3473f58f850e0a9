/** The exports of the compiler for commands and tests. */
export type { Compilation } from './compilation.ts'
export { type CompileOptions, type Compiler, compile, createCompiler, type Planned } from './compile.ts'
export type { Diagnostic } from './diagnostics/diagnostic.ts'
export { findStaleOutputs, readText, writeOutputs, writeTexts } from './write-outputs.ts'
