/** Makes `lib/`, what is installed of this package: compiled modules and their types. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/compile/load/package-root.ts'
import { compileModules } from './compile-modules.ts'
import { emitTypes } from './emit-types.ts'

const lib = join(packageRoot, 'lib')
rmSync(lib, { recursive: true, force: true })
await compileModules(packageRoot, lib)
emitTypes(packageRoot, join(lib, 'types'))
