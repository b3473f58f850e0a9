import process from 'node:process'
import { WATCHED_PROCESS } from './watched.ts'

/**
 * Modules of Node that a file of the project imports in another form: the process, since its own members cannot be
 * watched, and SQLite, since Node does not tell imports of it when a member is replaced.
 */
const SOURCES: Readonly<Record<string, () => string>> = {
  'lintel-builtin:process': () => sourceOf('globalThis.process', Object.keys(process), WATCHED_PROCESS),
  'lintel-builtin:sqlite': () =>
    sourceOf(
      "globalThis.process.getBuiltinModule('node:sqlite')",
      ['DatabaseSync', 'StatementSync', 'backup', 'constants'],
      {},
    ),
}

const ADDRESSES: Readonly<Record<string, string>> = {
  process: 'lintel-builtin:process',
  'node:process': 'lintel-builtin:process',
  'node:sqlite': 'lintel-builtin:sqlite',
}

/** Place where a module of Node is found in its other form; `undefined` for one that has none. */
export function builtinAddress(specifier: string): string | undefined {
  return Object.hasOwn(ADDRESSES, specifier) ? ADDRESSES[specifier] : undefined
}

export function builtinSource(address: string): string | undefined {
  return SOURCES[address]?.()
}

/** A module with the members of an object, some of them bound to values that are the same everywhere. */
function sourceOf(object: string, members: readonly string[], fixed: Readonly<Record<string, unknown>>): string {
  const names = members.filter((name) => /^[a-z]\w*$/i.test(name))
  const valueFor = (name: string) => (Object.hasOwn(fixed, name) ? JSON.stringify(fixed[name]) : `object.${name}`)
  return [
    `const object = ${object}`,
    'export default object',
    ...names.map((name, index) => `const v${index} = ${valueFor(name)}; export { v${index} as ${name} }`),
  ].join('\n')
}
