import { createHash } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
import { packageRoot } from '../load/package-root.ts'
import { readText } from '../write-outputs.ts'

/** Returns the package name in a bare specifier: `@acme/forms` of `@acme/forms/rules`; `null` for other specifiers. */
export function packageNameOf(specifier: string): string | null {
  return /^(?:@[\w.~-]+\/)?[a-zA-Z0-9~][\w.~-]*(?=\/|$)/.exec(specifier)?.[0] ?? null
}

/** Returns the version of this package, which identifies its modules. */
export function lintelVersion(): string {
  return describe(packageRoot)?.version ?? ''
}

/** Returns this package as a label: `lintel@0.1.0`. */
export function lintelLabel(): string {
  return `lintel@${lintelVersion()}`
}

/**
 * Returns the name of a module, which is the same on every machine: `plugins/forms/plugin.ts`, or within its package,
 * wherever that is installed: `jose@6.2.1/dist/webapi/index.js`.
 */
export function nameOfModule(root: string, path: string): string {
  const folder = packageFolderOf(path)
  const name = folder === null ? relative(root, path) : join(labelOf(folder), relative(folder, path))
  return name.split(sep).join('/')
}

/** Returns the label of the installed package that contains a file: `jose@6.2.1`; `null` for a file of the project. */
export function packageOfFile(path: string): string | null {
  const folder = packageFolderOf(path)
  return folder === null ? null : labelOf(folder)
}

/**
 * Tells whether a file belongs to Lintel as it is installed. In Lintel's own repository, its source belongs to a
 * project.
 */
export function isOfLintel(root: string, path: string): boolean {
  return root + sep !== packageRoot && path.startsWith(packageRoot)
}

/** Matches modules in which line endings have no effect. A program that imports other text sees them. */
const CODE = /\.(?:[cm]?[jt]sx?|json)(?:[?#].*)?$/

/** Returns the SHA-256 of a file's content, in hex. The line endings of code do not count. */
export function hashOfBytes(content: string | Buffer, path: string): string {
  const bytes = Buffer.from(content)
  const isCode = CODE.test(path) && bytes.includes('\r\n')
  const folded = isCode ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes
  return createHash('sha256').update(folded).digest('hex')
}

/**
 * Returns the folder of the installed package that contains a file: the nearest one whose `package.json` has a name;
 * `null` for a file of the project.
 */
function packageFolderOf(path: string): string | null {
  if (!path.includes(`${sep}node_modules${sep}`)) return null
  for (let folder = dirname(path); !folder.endsWith(`${sep}node_modules`); folder = dirname(folder))
    if (describe(folder)?.name !== undefined) return folder
  return null
}

function labelOf(folder: string): string {
  const { name = '', version = '' } = describe(folder) ?? {}
  return `${name}@${version}`
}

/**
 * Returns what the nearest `package.json` says about all modules beside it: `type`, which affects what they import from
 * CommonJS, and `sideEffects`, which lets the bundler leave modules out. Empty if it contains neither.
 */
export function readingOf(path: string): string {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const found = describe(folder)
    if (found === null) continue
    const { type, sideEffects } = found
    return type === undefined && sideEffects === undefined ? '' : ` ${JSON.stringify({ type, sideEffects })}`
  }
  return ''
}

interface Description {
  readonly name?: string
  readonly version?: string
  readonly type?: unknown
  readonly sideEffects?: unknown
}

const descriptions = new Map<string, Description | null>()

/** Forgets what was read of packages, because they may have been installed again. */
export function forgetPackages(): void {
  descriptions.clear()
}

/** Reads a package's `package.json`; `null` without one that is valid. */
function describe(folder: string): Description | null {
  const known = descriptions.get(folder)
  if (known !== undefined) return known
  const description = parsed(readText(join(folder, 'package.json')) ?? '')
  descriptions.set(folder, description)
  return description
}

function parsed(text: string): Description | null {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Description | null
  } catch {
    return null // the bundler rejects the file if it needs it
  }
}
