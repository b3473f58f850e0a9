import { isKind, type OperationKind } from './operation.ts'
import type { Step } from './step.ts'

/** A rename by a migration: of a collection, a field, a kind of block, or a choice. */
interface Rename {
  /** Path of what contains the name; empty for a collection, and the path of the field for a choice. */
  readonly around: string
  readonly from: string
  readonly to: string
}

/**
 * Returns a predicate for renames that migrations have made: `posts.headline` to `posts.title`, `posts.kind=news` to
 * `posts.kind=report`. If a collection or an outer field is renamed later, the renames inside it apply under its new
 * name. A value in one locale counts as its field. So a rename that stays in the config is not made again under another
 * path.
 */
export function renamesDone(
  files: readonly { readonly steps: readonly Step[] }[],
): (from: string, to: string) => boolean {
  const done = files.reduce<readonly Rename[]>((known, { steps }) => {
    const follow = followedBy(steps)
    const followed = known.flatMap((rename) => {
      const around = follow(rename.around)
      const isGone = around === null || follow(join(rename.around, rename.to)) === null
      return isGone ? [] : [{ ...rename, around }]
    })
    return [...followed, ...renamesBy(steps)]
  }, [])
  const keys = new Set(done.map(keyOf))
  return (from, to) => keys.has(keyOf(renameOf(from, to)))
}

function keyOf({ around, from, to }: Rename): string {
  return JSON.stringify([around, from, to])
}

function renamesBy(steps: readonly Step[]): Rename[] {
  return [
    ...operationsOf(steps, 'rename-collection').map(({ from, to }) => renameOf(from, to)),
    ...operationsOf(steps, 'rename-field').map(({ collection, from, to }) =>
      renameOf(`${collection}.${from}`, `${collection}.${to}`),
    ),
    ...operationsOf(steps, 'change-choices').flatMap(({ collection, field, renamed }) =>
      Object.entries(renamed).map(([from, to]) =>
        renameOf(`${collection}.${field}=${from}`, `${collection}.${field}=${to}`),
      ),
    ),
  ]
}

function renameOf(from: string, to: string): Rename {
  const [around, name] = parted(from)
  return { around, from: name, to: parted(to)[1] }
}

/** Returns a path in two parts: what contains the name, and the name. */
function parted(path: string): [around: string, name: string] {
  const choice = path.indexOf('=')
  if (choice >= 0) return [withoutLocales(path.slice(0, choice)), path.slice(choice + 1)]
  const at = path.lastIndexOf('.')
  return [withoutLocales(path.slice(0, Math.max(at, 0))), withoutLocales(path.slice(at + 1))]
}

function withoutLocales(path: string): string {
  return path.replace(/@[^.[]*/g, '')
}

/** Returns a function that finds the path of something after a migration; `null` if it is dropped. */
function followedBy(steps: readonly Step[]): (path: string) => string | null {
  const names = new Map<string, string | null>([
    ...operationsOf(steps, 'drop-collection').map(({ collection }) => [collection, null] as const),
    ...operationsOf(steps, 'drop-field').map(({ collection, field }) => [`${collection}.${field}`, null] as const),
    ...operationsOf(steps, 'rename-collection').map(({ from, to }) => [from, to] as const),
    ...operationsOf(steps, 'rename-field').map(
      ({ collection, from, to }) => [withoutLocales(`${collection}.${from}`), parted(to)[1]] as const,
    ),
  ])
  return (path) =>
    path.split('.').reduce<string | null>((around, step) => {
      if (around === null) return null
      const [name = '', items = ''] = step.split(/(?=\[)/)
      const key = join(around, name)
      const now = names.has(key) ? names.get(key) : name
      return now === null || now === undefined ? null : `${join(around, now)}${items}`
    }, '')
}

function join(around: string, name: string): string {
  return around === '' ? name : `${around}.${name}`
}

function operationsOf<Kind extends OperationKind>(steps: readonly Step[], kind: Kind) {
  return steps.flatMap(({ operation }) => operation ?? []).filter(isKind(kind))
}
