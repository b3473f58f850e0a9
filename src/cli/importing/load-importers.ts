import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageSource } from '../../compile/load/package-root.ts'
import { Failure } from '../failure.ts'
import { packageVersion } from '../version.ts'
import type { Importers } from './importers.ts'

const NAME = '@lintel/import'

/** The importers' source, which only the repository of this package has. */
const SOURCE = join(packageSource, 'import/index.ts')

/**
 * Loads the importers that are installed in a project.
 * @param root folder of the project
 * @param argument export that is to be imported, for the message
 * @throws Failure with the command that installs the importers if they are missing, or have another version than this
 * package
 */
export async function loadImporters(root: string, argument: string): Promise<Importers> {
  const module = existsSync(SOURCE) ? SOURCE : findPackage(root, argument)
  const { importers } = (await import(pathToFileURL(module).href)) as Package
  return importers
}

/** Exports of `@lintel/import`, if it has the same version as this package. */
interface Package {
  readonly importers: Importers
}

function findPackage(root: string, argument: string): string {
  const { resolve } = createRequire(join(root, 'package.json'))
  const ours = packageVersion()
  const hint = `Install it: npm install --save-dev ${NAME}@${ours}`
  let manifest: string
  try {
    manifest = resolve(`${NAME}/package.json`)
  } catch {
    throw new Failure(
      `${NAME} is not installed. It reads files that \`cms export\` did not write, such as ${argument}.`,
      {
        hint,
      },
    )
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  if (version === ours) return resolve(NAME)
  throw new Failure(`${NAME} is ${version} and lintel is ${ours}. Both must have the same version.`, { hint })
}
