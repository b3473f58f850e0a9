import { join } from 'node:path'
import type { ModulesOf } from '../../compile/compilation.ts'
import { readText } from '../../compile/write-outputs.ts'
import { type Base, readAtCommit } from '../git.ts'

/**
 * Returns a function that takes a part of the code and lists its modules that differ from a base, each with the lines
 * that differ.
 */
export function changedModules(root: string, base: Base, modulesOf: ModulesOf): ModulesOf {
  const places = new Map<string, readonly string[]>()
  const placesOf = (name: string): readonly string[] => {
    const known = places.get(name) ?? differenceIn(name, readAtCommit(root, base, name), readText(join(root, name)))
    places.set(name, known)
    return known
  }
  return (part) => modulesOf(part).flatMap(placesOf)
}

/**
 * Returns a module with the lines that differ: `rules/staff.ts:4-6`, `rules/new.ts (new)`; nothing if it does not
 * differ, or no longer exists.
 */
function differenceIn(name: string, before: string | null, after: string | null): readonly string[] {
  if (after === null || before === after) return []
  if (before === null) return [`${name} (new)`]
  const [then = [], now = []] = [before, after].map((text) => text.split(/\r?\n/))
  const first = now.findIndex((line, index) => line !== then[index])
  if (first === -1 && now.length === then.length) return []
  const start = first === -1 ? now.length : first + 1
  const same = now.toReversed().findIndex((line, index) => line !== then.at(-1 - index))
  const end = Math.max(start, same === -1 ? start : now.length - same)
  return [`${name}:${start}${end > start ? `-${end}` : ''}`]
}
