/**
 * Builds the packages that are published: `lib/`, with the compiled modules and types of `lintel`, and the other
 * packages in `.packages/`.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot as root } from '../../src/compile/load/package-root.ts'
import { clientModules, makeClientPackage } from './client-package.ts'
import { compileModules } from './compile-modules.ts'
import { makeCreatePackage } from './create-package.ts'
import { emitTypes } from './emit-types.ts'
import { makeImportPackage } from './import-package.ts'
import { exportedModules, isCompiled, UNTYPED } from './modules.ts'

const lib = join(root, 'lib')
const client = join(root, '.packages/client')

rmSync(lib, { recursive: true, force: true })
await Promise.all([
  compileModules(root, lib),
  makeClientPackage(root, client),
  makeImportPackage(root, join(root, '.packages/import')),
  makeCreatePackage(root, join(root, '.packages/create-lintel')),
])
const modules = exportedModules(root).filter((entry) => isCompiled(entry) && !UNTYPED.includes(entry.name))
emitTypes(root, [
  { entries: modules, folder: join(lib, 'types') },
  { entries: clientModules(root).filter(isCompiled), folder: join(client, 'types') },
])
