import type { ManifestCollection } from '../../../manifest/index.ts'
import { type History, isPending } from '../files/history.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import { choicesIn, type KnownChoices } from '../steps/choices.ts'
import type { Types } from '../steps/facts.ts'
import { choicesInLock, type KnownLimits, limitsInLock } from '../steps/facts-in-lock.ts'
import { isKind, type Limit, type OperationKind } from '../steps/operation.ts'

type Known = ReadonlyMap<string, KnownLimits>

/**
 * Returns the limits of collections after a chain of migrations. The committed lock contains the limits before the pending migration;
 * without git, the lock may already contain those after it.
 */
export function knownLimits(chain: readonly MigrationFile[], { files, seal, locks }: History): Known {
  if (chain.length === 0) return new Map()
  const pending = files.filter((file) => isPending(file, seal))
  const before = pending.reduceRight(limitsBefore, limitsInLock(newestOf(locks)))
  return chain.filter((file) => !files.includes(file) || pending.includes(file)).reduce(limitsAfter, before)
}

/**
 * Returns the choices of fields after a chain of migrations, as `knownLimits` does for limits. After a migration that is pending or
 * planned, fields have the choices of the config.
 */
export function knownChoices(
  chain: readonly MigrationFile[],
  { files, seal, locks }: History,
  collections: readonly ManifestCollection[],
  types: Types,
): KnownChoices {
  if (chain.length === 0) return new Map()
  const pending = files.filter((file) => isPending(file, seal))
  if (chain.some((file) => !files.includes(file) || pending.includes(file))) return choicesIn(collections, types)
  const changes = pending.flatMap((file) => operationsOf(file, 'change-choices'))
  return new Map([
    ...choicesInLock(newestOf(locks), types),
    ...changes.map(({ was, before }) => [was, before] as const),
  ])
}

function newestOf(locks: History['locks']): string {
  const [newest = '{}'] = locks()
  return newest
}

function limitsBefore(known: Known, file: MigrationFile): Known {
  const renames = operationsOf(file, 'rename-collection')
  const former = (name: string) => renames.find(({ to }) => to === name)?.from ?? name
  const isFormer = renames.every(({ from, to }) => known.has(from) || !known.has(to))
  const before = new Map([...known].map(([name, limits]) => [isFormer ? name : former(name), limits]))
  for (const { collection, limit, versions } of operationsOf(file, 'limit-collection')) {
    const limits = before.get(former(collection))
    if (limits)
      before.set(former(collection), {
        ...limits,
        ...stateOf(limit, true),
        ...(versions && { versions: versions.before }),
      })
  }
  return before
}

function limitsAfter(known: Known, file: MigrationFile): Known {
  const renames = operationsOf(file, 'rename-collection')
  const now = (name: string) => renames.find(({ from }) => from === name)?.to ?? name
  const dropped = new Set(operationsOf(file, 'drop-collection').map(({ collection }) => collection))
  const left = [...known].filter(([name]) => !dropped.has(name))
  const after = new Map(left.map(([name, limits]) => [now(name), limits]))
  for (const { collection, limit, versions } of operationsOf(file, 'limit-collection')) {
    const limits = after.get(collection)
    if (limits)
      after.set(collection, { ...limits, ...stateOf(limit, false), ...(versions && { versions: versions.after }) })
  }
  return after
}

function stateOf(limit: Limit, isBefore: boolean): Partial<KnownLimits> {
  if (limit === 'empty-trash') return { hasTrash: isBefore }
  return limit === 'delete-versions' ? {} : { hasDrafts: isBefore }
}

function operationsOf<Kind extends OperationKind>({ steps }: MigrationFile, kind: Kind) {
  return steps.flatMap(({ operation }) => operation ?? []).filter(isKind(kind))
}
