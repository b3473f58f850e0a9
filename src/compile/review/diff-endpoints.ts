import { documentParametersOf } from '../../manifest/document-parameters.ts'
import { endpointsFor } from '../../manifest/endpoints.ts'
import { parametersOf, parametersThatChoose } from '../../manifest/list-parameters.ts'
import type { Lock, LockCollection } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import type { Change } from './change.ts'
import { isSame } from './compare-facts.ts'
import { nameOf } from './diff-routes.ts'
import { listed } from './fold-access.ts'

/** A collection that exists before and after, with the locks that have its routes. */
interface Sides {
  readonly name: string
  /** Name in the base. */
  readonly former: string
  readonly base: Lock
  readonly head: Lock
  readonly before: LockCollection
  readonly after: LockCollection
}

/**
 * Compares the routes of a collection, and the query parameters that depend on its options. Those that an option
 * removes are reported together, and so are all other removed ones. New ones are reported with the options.
 */
export function diffEndpoints(sides: Sides, sources: Sources): Change[] {
  const { name, before, after } = sides
  const removed = [...routesGone(sides), ...without(parametersIn(before), parametersIn(after))]
  const causes = OPTIONS.filter((option) => !isSame(before[option], after[option])).map((option) => {
    const changed = { ...before, [option]: after[option] }
    const lost = without(clientsUse(name, before), clientsUse(name, changed))
    return { option, names: removed.filter((each) => lost.includes(each)) }
  })
  const others = without(
    removed,
    causes.flatMap(({ names }) => names),
  )
  return [
    ...causes.flatMap(({ option, names }) => {
      const notes = option === 'drafts' ? [WITHOUT_DRAFTS] : []
      return report(name, names, sources.collection(name, option), notes)
    }),
    ...report(name, others, sources.collection(name)),
  ]
}

/** Options that determine which endpoints and parameters a collection has. */
const OPTIONS = ['drafts', 'trash', 'singleton', 'preview'] as const satisfies readonly (keyof LockCollection)[]

const WITHOUT_DRAFTS = 'status accepts published only, scheduledAt is refused, and documents no longer have hasDraft'

/** @param names routes, such as `GET /api/posts/trash`, and parameters, such as `draft` */
function report(name: string, names: readonly string[], source: string | null, notes: readonly string[] = []) {
  if (names.length === 0) return []
  const routes = names.filter(isRoute)
  const parameters = names.filter((each) => !isRoute(each))
  const word = parameters.length > 1 ? 'parameters' : 'parameter'
  const parts = [
    ...(routes.length > 0 ? [`call ${listed(routes)}`] : []),
    ...(parameters.length > 0 ? [`send the query ${word} ${listed(parameters)} to /api/${name}`] : []),
  ]
  const message = `clients can no longer ${parts.join(', or ')}`
  return [{ class: 'breaking' as const, kind: 'endpoints-removed', subject: name, message, source, notes }]
}

function isRoute(name: string): boolean {
  return name.includes(' ')
}

/** Returns the routes of the base that the new program lacks, under the collection's new name. */
function routesGone({ name, former, base, head }: Sides): string[] {
  const own = new RegExp(`^/api/${former}(?=[/ ])`)
  return Object.keys(base.routes)
    .filter((key) => base.routes[key]?.plugin === undefined && own.test(key))
    .map((key) => key.replace(own, `/api/${name}`))
    .filter((key) => !(key in head.routes))
    .map(nameOf)
}

/** Returns the endpoints and parameters that a collection with these options has. */
function clientsUse(name: string, collection: LockCollection): readonly string[] {
  const endpoints = endpointsFor(collection).map(({ method, path }) => `${method} /api/${name}${path}`)
  return [...endpoints, ...parametersIn(collection)]
}

/** Returns the query parameters of a collection, without `q`, which is reported with its search. */
function parametersIn(collection: LockCollection): readonly string[] {
  const isLocalized = Object.values(collection.fields).some(({ localized }) => localized === true)
  const locales = isLocalized ? { locales: { default: '', chains: {} } } : {}
  return [
    ...documentParametersOf(collection),
    ...parametersOf({ search: [], ...locales }, true),
    ...(isLocalized ? parametersThatChoose('language') : []),
  ]
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name))
}
