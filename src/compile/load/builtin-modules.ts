/**
 * Address of the module that replaces `node:sqlite` in files of the project: Node does not update imports of
 * `node:sqlite` if a member is replaced.
 */
const SQLITE = 'lintel-builtin:sqlite'

const SOURCE = [
  "const object = globalThis.process.getBuiltinModule('node:sqlite')",
  'export default object',
  'export const { DatabaseSync, StatementSync, backup, constants } = object',
].join('\n')

/** Returns the address of the module that replaces a built-in module; `undefined` if it is not replaced. */
export function builtinAddress(specifier: string): string | undefined {
  return specifier === 'node:sqlite' ? SQLITE : undefined
}

export function builtinSource(address: string): string | undefined {
  return address === SQLITE ? SOURCE : undefined
}
