import { syncBuiltinESMExports } from 'node:module'

/** Records a read that depends on the circumstances, by its expression: `Date.now()`. */
export type Note = (expression: string) => void

/** Member of an object, with the value or the getter that replaces it. */
export type Replacement = { readonly holder: object; readonly name: string } & (
  | { readonly value: unknown }
  | { readonly get: () => unknown }
)

/** Runs a function while members of objects are replaced, even for modules that import them by name. */
export async function withReplaced<T>(
  parts: readonly (() => readonly Replacement[])[],
  run: () => Promise<T>,
): Promise<T> {
  // The replacements of a part are in place before the next part is called.
  const restore = parts.flatMap((part) => part().map(replace))
  syncBuiltinESMExports()
  try {
    return await run()
  } finally {
    for (const undo of restore.toReversed()) undo()
    syncBuiltinESMExports()
  }
}

/** Replaces a member. Returns a function that restores the original. */
function replace({ holder, name, ...replacement }: Replacement): () => void {
  const original = Object.getOwnPropertyDescriptor(holder, name)
  if (original?.configurable === false) return () => {}
  const enumerable = original?.enumerable ?? true
  Object.defineProperty(holder, name, {
    ...replacement,
    ...('value' in replacement && { writable: true }),
    configurable: true,
    enumerable,
  })
  return () => {
    if (original) Object.defineProperty(holder, name, original)
    else Reflect.deleteProperty(holder, name)
  }
}

/** Gives a function the members of the original that it replaces, such as `name`, and returns it. */
export function inPlaceOf(original: unknown, replacement: (...args: never[]) => unknown): unknown {
  const members = typeof original === 'function' ? Object.getOwnPropertyDescriptors(original) : {}
  return Object.defineProperties(replacement, members)
}
