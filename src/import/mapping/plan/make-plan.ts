import { type CollectionPlan, fieldTypes } from 'lintel/importing'
import type { Source, SourceOptions } from '../../sources/source.ts'
import type { KindMapping } from '../mapping.ts'
import { guessCollections } from './guess-collection.ts'
import { guessFields, type Readers } from './guess-fields.ts'
import { guessPublication } from './guess-publication.ts'
import { type PlannedKind, printMapping } from './print-mapping.ts'
import { suggestCollections } from './suggest-collections.ts'
import { type Survey, survey } from './survey.ts'

export interface PlanInput {
  readonly source: Source
  /** Path as the user gave it. */
  readonly path: string
  readonly options: SourceOptions
  readonly plans: readonly CollectionPlan[]
  readonly fileTargets: ReadonlySet<string>
  /** Field type whose values are files; `undefined` if the project has none. */
  readonly fileType: string | undefined
  /** Present time: ISO 8601. */
  readonly now: string
  readonly onProgress: (records: number) => void
}

/** Proposal of how to import an export. */
export interface ImportPlan {
  readonly survey: Survey
  readonly kinds: readonly PlannedKind[]
  readonly text: string
  /** Commands that create missing collections. */
  readonly suggestions: readonly string[]
  /** Required fields that no value fits, by kind. */
  readonly unfilled: readonly { readonly kind: string; readonly field: string }[]
}

/** Reads a whole export, compares it with the project's collections, and proposes a mapping. */
export async function makePlan(input: PlanInput): Promise<ImportPlan> {
  const { source, path, options, plans, fileTargets, fileType, now } = input
  const found = await survey(source, input.onProgress)
  const surveyed = { ...found, kinds: found.kinds.filter(({ records }) => records > 0) }
  const readers = await loadReaders()
  const guessed = guessCollections(surveyed.kinds, plans)
  const collectionOf = (kind: string) => guessed.get(kind)?.collection.name
  const kinds = surveyed.kinds.map((kind): PlannedKind => {
    const plan = guessed.get(kind.name)
    if (plan === undefined) return { kind, target: null }
    const mapping: KindMapping = {
      collection: plan.collection.name,
      ...guessPublication(kind, plan),
      fields: guessFields(kind, plan, collectionOf, fileTargets, readers),
    }
    return { kind, target: { plan, mapping } }
  })
  return {
    survey: surveyed,
    kinds,
    text: printMapping({ path, format: source.format, options, time: now, survey: surveyed, kinds }),
    suggestions: suggestCollections(
      surveyed.kinds,
      guessed,
      fileType,
      plans.map(({ collection }) => collection.name),
    ),
    unfilled: kinds.flatMap(({ kind, target }) =>
      (target?.plan.fields ?? [])
        .filter(
          ({ field }) => field.required && field.options.default === undefined && !target?.mapping.fields[field.name],
        )
        .map(({ field }) => ({ kind: kind.name, field: `${target?.mapping.collection}.${field.name}` })),
    ),
  }
}

async function loadReaders(): Promise<Readers> {
  const types = Object.values(fieldTypes)
  const modules = await Promise.all(types.map(async ({ kind, import: load }) => [kind, await load?.()] as const))
  return new Map(modules.flatMap(([kind, module]) => (module ? [[kind, module.importing]] : [])))
}
