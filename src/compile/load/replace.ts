import { syncBuiltinESMExports } from 'node:module'

/** Told of a read of something that differs elsewhere, as it is written: `Date.now()`. */
export type Note = (what: string) => void

/** A member of an object, and what takes its place. */
export type Replacement = { readonly holder: object; readonly name: string } & (
  | { readonly value: unknown }
  | { readonly get: () => unknown }
)

/** Runs something while members of objects are others, for those who import them by name, too. */
export async function withReplaced<T>(
  parts: readonly (() => readonly Replacement[])[],
  run: () => Promise<T>,
): Promise<T> {
  // Each part sees what those before it have put there.
  const restore = parts.flatMap((part) => part().map(replace))
  syncBuiltinESMExports()
  try {
    return await run()
  } finally {
    for (const undo of restore.toReversed()) undo()
    syncBuiltinESMExports()
  }
}

/** Puts something else in a member; returns what puts the old one back. */
function replace({ holder, name, ...by }: Replacement): () => void {
  const original = Object.getOwnPropertyDescriptor(holder, name)
  if (original?.configurable === false) return () => {}
  const enumerable = original?.enumerable ?? true
  Object.defineProperty(holder, name, {
    ...by,
    ...('value' in by && { writable: true }),
    configurable: true,
    enumerable,
  })
  return () => {
    if (original) Object.defineProperty(holder, name, original)
    else Reflect.deleteProperty(holder, name)
  }
}

/** A function in place of one: with its members, but for those that differ. */
export function inPlaceOf(original: unknown, replacement: (...given: never[]) => unknown): unknown {
  const members = typeof original === 'function' ? Object.getOwnPropertyDescriptors(original) : {}
  return Object.defineProperties(replacement, members)
}
