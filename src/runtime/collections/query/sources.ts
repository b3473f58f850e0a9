import { SHOWN_OF_USERS } from '../../../ground/users.ts'
import { columnsIn, valueNames } from '../../../manifest/localized.ts'
import { translationSql } from '../../../manifest/translation-state.ts'
import { keptFor } from '../../common/kept-for.ts'
import { type CollectionPlan, planOf } from '../document/plan.ts'
import { keyOfLocale, type Locale } from '../locale/locale.ts'
import type { Call } from '../request/call.ts'

/** A table that a list reads from, with everything needed to compose SQL. */
export interface Source {
  readonly table: string
  /** SQL of each property. */
  readonly columns: Readonly<Record<string, string>>
  readonly drafts: boolean
  /**
   * Returns the join tables of a list of references, in order of precedence: the list is in the first table that
   * contains items. Empty for other properties.
   */
  joinsOf(property: string): readonly string[]
  /** Returns the SQL of the state of a translation. */
  translationIn(locale: string): string
}

/** Finds the table behind the target of a reference. */
export type Sources = (target: string) => Source

export function sourcesOf({ runtime: { program }, locale }: Pick<Call, 'runtime' | 'locale'>): Sources {
  return (target) => {
    if (target === 'users') return USERS
    const collection = program.manifest.collections.find(({ name }) => name === target)
    if (!collection) throw new Error(`the program has no collection ${target}: run cms build`)
    return sourceOf(planOf(collection, program.fieldTypes), locale)
  }
}

const sourcesFor = keptFor((_: CollectionPlan) => new Map<string, Source>())

/** Returns a collection's table as the source of a list in a locale. */
export function sourceOf(plan: CollectionPlan, locale: Locale | null): Source {
  const known = sourcesFor(plan)
  const key = keyOfLocale(locale)
  const source = known.get(key) ?? createSource(plan, locale)
  known.set(key, source)
  return source
}

function createSource({ collection, byName }: CollectionPlan, locale: Locale | null): Source {
  const { table, drafts, statements, locales } = collection
  const namesIn = (property: string) => {
    const isLocalized = byName.get(property)?.field.options.localized === true
    return isLocalized && locale && locales && !locale.isAll ? valueNames(property, locale.chain, locales) : [property]
  }
  const columns =
    locale === null || locale.isAll
      ? statements.columns
      : { ...statements.columns, ...columnsIn(collection, locale.chain) }
  return {
    table,
    drafts,
    columns,
    joinsOf: (property) => namesIn(property).flatMap((name) => byName.get(name)?.field.join ?? []),
    translationIn: (name) => translationSql(collection, name),
  }
}

/** Properties of a referenced user that everybody may see. */
export const USER_PROPERTIES = Object.keys(SHOWN_OF_USERS) as (keyof typeof SHOWN_OF_USERS)[]

const USERS: Source = {
  table: 'users',
  columns: Object.fromEntries(
    Object.entries(SHOWN_OF_USERS).map(([property, column]) => [property, `"users"."${column}"`]),
  ),
  drafts: false,
  joinsOf: () => [],
  translationIn: () => 'NULL',
}
