/** The form in which a file of the project imports SQLite: Node does not tell imports of it when a member is replaced. */
const SQLITE = 'lintel-builtin:sqlite'

const SOURCE = [
  "const object = globalThis.process.getBuiltinModule('node:sqlite')",
  'export default object',
  'export const { DatabaseSync, StatementSync, backup, constants } = object',
].join('\n')

/** Place where a module of Node is found in its other form; `undefined` for one that has none. */
export function builtinAddress(specifier: string): string | undefined {
  return specifier === 'node:sqlite' ? SQLITE : undefined
}

export function builtinSource(address: string): string | undefined {
  return address === SQLITE ? SOURCE : undefined
}
