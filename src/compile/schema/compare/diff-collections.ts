import type { Locales } from '../../../config/config.ts'
import type { Collection, Config, Field } from '../../../config/index.ts'
import { isVariant, PUBLISHED_LOCALES, partsOfVariant, TRANSLATED_AT } from '../../../ground/variants.ts'
import type { ManifestCollection, ManifestField } from '../../../manifest/index.ts'
import { atValue, type Finding } from '../../diagnostics/diagnostic.ts'
import type { KnownChoices } from '../steps/choices.ts'
import { type Facts, type FieldFacts, fieldFacts, type Types } from '../steps/facts.ts'
import { isSameField, type Operation } from '../steps/operation.ts'
import { acknowledgement } from './acknowledge.ts'
import { backfillExample } from './backfill-example.ts'
import { convertsLossily } from './convert.ts'
import { diffInside, lossUnacknowledged } from './diff-inside.ts'
import { isKeptForLocales, type LostValue, localizedLosses } from './localized-losses.ts'
import { matchNames } from './match-names.ts'
import { reasonToConvert, reasonToDrop } from './reasons.ts'
import { isRewritten, type ObjectChange, SAME, type ValueChange } from './value-change.ts'

/** Changes to the collections between the last migration and the config. */
export interface CollectionChanges {
  readonly created: readonly ManifestCollection[]
  readonly kept: readonly KeptCollection[]
  readonly dropped: readonly DroppedCollection[]
}

export interface DroppedCollection {
  readonly name: string
  readonly reason: string
  readonly fields: ReadonlyMap<string, FieldFacts>
}

/** A collection that existed before, perhaps under another name. */
export interface KeptCollection {
  readonly from: string
  readonly collection: ManifestCollection
  readonly fields: readonly KeptField[]
  readonly added: readonly AddedField[]
  readonly dropped: readonly DroppedField[]
  /** Change to the copies of the collection's documents that other tables store as JSON. */
  readonly document: ObjectChange
}

export interface KeptField {
  readonly from: string
  readonly before: FieldFacts
  readonly after: FieldFacts
  readonly field: ManifestField
  readonly backfill: unknown
  /** Reason in the config for losing values in a conversion; `null` if none can be lost. */
  readonly lossy: string | null
  /** Operations that describe changes to nested fields. */
  readonly inner: readonly Operation[]
  readonly change: ValueChange
}

export interface AddedField {
  readonly field: ManifestField
  readonly backfill: unknown
}

export interface DroppedField {
  readonly name: string
  readonly facts: FieldFacts
  readonly reason: string
}

export interface CollectionDiff {
  readonly changes: CollectionChanges
  readonly findings: readonly Finding[]
}

/**
 * Compares what the migrations have created with what the config declares.
 * @param isDone tells whether an earlier migration has made a rename of a collection or a field, such as
 * `posts.headline` to `posts.title`, with the name that the collection had before this migration
 * @param choices choices of fields before this migration, by path: `posts.seo.kind`. Default: none are known
 */
export function diffCollections(
  base: Facts,
  collections: readonly ManifestCollection[],
  config: Config,
  types: Types,
  isDone: (from: string, to: string) => boolean,
  choices: KnownChoices = new Map(),
): CollectionDiff {
  const specs = new Map(config.collections.map((spec) => [spec.name, spec]))
  const names = matchNames([...specs.values()], new Set(base.keys()), Object.keys(config.dropped ?? {}), isDone)
  const findings: Finding[] = []
  const lost: LostValue[] = []
  const created: ManifestCollection[] = []
  const kept: KeptCollection[] = []
  for (const collection of collections) {
    const from = names.get(collection.name) ?? null
    const spec = specs.get(collection.name)
    const before = from === null ? undefined : base.get(from)
    if (!spec || from === null || !before) created.push(collection)
    else
      kept.push(
        diffFields(from, before, { collection, spec, locales: config.locales, types, isDone, choices, findings, lost }),
      )
  }
  const continued = new Set(names.values())
  const gone = [...base].filter(([name]) => !continued.has(name))
  const unsaid = gone.map(([name]) => name).filter((name) => config.dropped?.[name] === undefined)
  const acknowledged = acknowledgement('the config', config, unsaid)
  const dropped = gone.map(([name, fields]) => {
    const reason = config.dropped?.[name]
    const successor = config.collections.find((spec) => spec.renamedFrom === name && base.has(spec.name))
    if (reason === undefined)
      findings.push(
        successor
          ? nameTaken(successor.name, name, successor, isDone)
          : collectionLost(name, created, config, acknowledged),
      )
    return { name, fields, reason: reason ?? '' }
  })
  findings.push(...localizedLosses(lost, config, base))
  return { changes: { created, kept, dropped }, findings }
}

interface FieldsContext {
  /** Name of the collection before the migration. */
  readonly from: string
  readonly collection: ManifestCollection
  readonly spec: Collection
  readonly locales: Locales | undefined
  readonly types: Types
  readonly isDone: (from: string, to: string) => boolean
  readonly choices: KnownChoices
  readonly findings: Finding[]
  /** Unacknowledged losses of values in one locale, which are reported together. */
  readonly lost: LostValue[]
}

function diffFields(
  from: string,
  before: ReadonlyMap<string, FieldFacts>,
  source: Omit<FieldsContext, 'from'>,
): KeptCollection {
  const context = { ...source, from }
  const { collection, spec, isDone, findings } = context
  const declared = collection.fields.map(({ name }) => ({ name, renamedFrom: optionsOf(spec, name).renamedFrom }))
  const beside = declared.map(({ name }) => name)
  const reasonFor = (name: string) => reasonToDrop({ path: name, was: name }, context, beside)
  const droppable = [...before.keys()].filter((name) => reasonFor(name) !== null)
  const names = matchNames(declared, new Set(before.keys()), droppable, (old, name) =>
    isDone(`${from}.${old}`, `${from}.${name}`),
  )
  const fields: KeptField[] = []
  const added: AddedField[] = []
  for (const field of collection.fields) {
    const old = names.get(field.name) ?? null
    const facts = old === null ? undefined : before.get(old)
    const backfill = optionsOf(spec, field.name).backfill
    if (old !== null && facts && isConvertible(facts, field)) fields.push(keptField(old, facts, field, context))
    else added.push({ field, backfill })
  }
  findings.push(...added.filter(needsValue).map(({ field }) => valueMissing(spec, field, context.types)))
  const continued = new Set(fields.map((kept) => kept.from))
  const gone = [...before].filter(([name]) => !continued.has(name))
  // A field that another one replaces under its name is `lossy`, not dropped.
  const successorOf = (gone: string) =>
    added.find(({ field: { name } }) => (isVariant(name) ? names.get(name) : name) === gone)?.field
  const unsaid = gone
    .map(([name]) => name)
    .filter((name) => reasonFor(name) === null && successorOf(name) === undefined)
  const acknowledged = acknowledgement('the collection', spec, unsaid)
  const dropped = gone.map(([name, facts]) => {
    const successor = successorOf(name)
    const converted = successor && reasonToConvert({ path: successor.name, was: name }, context)
    const reason = (successor ? converted : reasonFor(name)) ?? undefined
    const successorByName = isVariant(name)
      ? undefined
      : declared.find((item) => item.renamedFrom === name && before.has(item.name))
    const lost = () => {
      if (successor) {
        const after = fieldFacts(successor, context.types)
        return lossUnacknowledged(spec, name, facts, after, spec.fields[name] ?? spec)
      }
      return successorByName
        ? nameTaken(successorByName.name, name, spec.fields[successorByName.name] ?? spec, (old, to) =>
            isDone(`${from}.${old}`, `${from}.${to}`),
          )
        : fieldLost(spec, name, facts, added, acknowledged)
    }
    const isOfLocale = successor === undefined && successorByName === undefined && isKeptForLocales(name, spec)
    if (reason === undefined && isOfLocale) context.lost.push({ spec, path: name })
    else if (reason === undefined) findings.push(lost())
    return { name, facts, reason: reason ?? '' }
  })
  const followed = withLocaleNames(fields, dropped)
  return { from, collection, fields: followed, added, dropped, document: documentChange(followed, dropped) }
}

/**
 * Adds the change to the lists of locales in which documents are published: locales are renamed and removed. They are
 * derived from the fields with times of translation, and from the default locale, whose values have no locale in their
 * names.
 */
function withLocaleNames(fields: readonly KeptField[], dropped: readonly DroppedField[]): readonly KeptField[] {
  const localeOf = (name: string) =>
    isVariant(name) && partsOfVariant(name).field === TRANSLATED_AT ? [partsOfVariant(name).locale] : []
  const renamed = new Map<string, string | null>([
    ...dropped.flatMap(({ name }) => localeOf(name).map((locale) => [locale, null] as const)),
    ...fields.flatMap(({ from, field }) =>
      localeOf(from).flatMap((locale) => localeOf(field.name).map((now) => [locale, now] as const)),
    ),
  ])
  const withNames = (kept: KeptField): KeptField => {
    const { initial } = kept.before
    if (initial !== undefined) renamed.set(initial, kept.after.initial ?? initial)
    for (const [from, to] of renamed) if (from === to) renamed.delete(from)
    return { ...kept, change: { form: 'list', item: { form: 'names', renamed } } }
  }
  return fields.map((kept) => (kept.field.name === PUBLISHED_LOCALES ? withNames(kept) : kept))
}

function keptField(from: string, before: FieldFacts, field: ManifestField, context: FieldsContext): KeptField {
  const { spec, locales, types, isDone, findings, lost } = context
  const after = fieldFacts(field, types)
  const declaration = spec.fields[field.name]
  const backfill = optionsOf(spec, field.name).backfill
  const base = { from, before, after, field, backfill, lossy: null, inner: [], change: SAME }
  if (before.kind !== after.kind || before.storage !== after.storage) {
    if (!convertsLossily(before, after)) return { ...base, change: { form: 'convert', before, after } }
    const lossy = reasonToConvert({ path: field.name, was: from }, context)
    if (lossy === undefined) {
      findings.push(lossUnacknowledged(spec, field.name, before, after, declaration ?? spec))
    }
    return { ...base, lossy: lossy ?? '', change: { form: 'convert', before, after } }
  }
  if (!declaration) return base
  const operations: Operation[] = []
  const change = diffInside(
    { path: field.name, was: from },
    before,
    after,
    { declared: declaration, data: field },
    {
      spec,
      from: context.from,
      choices: context.choices,
      locales,
      types,
      declaration,
      at: field.source,
      isDone: (old, name) => isDone(`${context.from}.${old}`, `${context.from}.${name}`),
      operations,
      findings,
      lost,
    },
  )
  return { ...base, inner: operations, change }
}

/** Returns the change to copies of documents. Copies receive new fields when they are restored. */
function documentChange(fields: readonly KeptField[], dropped: readonly DroppedField[]): ObjectChange {
  return {
    form: 'object',
    kept: new Map(fields.map(({ from, field, change }) => [from, { name: field.name, change }])),
    dropped: dropped.map(({ name }) => name),
    added: [],
  }
}

/** Tells whether nothing has changed. */
export function isUnchanged({ created, kept, dropped }: CollectionChanges): boolean {
  return created.length === 0 && dropped.length === 0 && kept.every(isSameCollection)
}

function isSameCollection({ from, collection, fields, added, dropped }: KeptCollection): boolean {
  const moved = from !== collection.name || added.length > 0 || dropped.length > 0
  return !moved && fields.every((kept) => kept.from === kept.field.name && !isChanged(kept))
}

/** Tells whether a kept field has a different type, target, requirement or nested fields. */
export function isChanged({ before, after, inner, change }: KeptField): boolean {
  return !isSameField(before, after) || inner.length > 0 || isRewritten(change)
}

/** Tells whether a field can be converted. A list of references can only come from a reference, and only become one. */
function isConvertible(before: FieldFacts, after: ManifestField): boolean {
  if ((before.storage === 'join') === (after.join !== null)) return true
  return before.target !== null && after.target !== null
}

interface Intent {
  readonly renamedFrom?: string
  readonly backfill?: unknown
}

function optionsOf(spec: Collection, field: string): Intent {
  const declared: Field | undefined = spec.fields[field]
  // The types of these options have been checked.
  return (declared?.options ?? {}) as Intent
}

/**
 * Tells whether existing rows would lack a required value. A list may be empty, and a missing translation stays
 * missing.
 */
function needsValue({ field, backfill }: AddedField): boolean {
  if (isVariant(field.name)) return false
  return field.required && field.join === null && backfill === undefined && field.options.default === undefined
}

function valueMissing(spec: Collection, field: ManifestField, types: Types): Finding {
  return {
    code: 'required-without-value',
    message: `${spec.name}.${field.name} is required, but existing documents have no value for it`,
    hint: `set one in its options: ${backfillExample(field, types)}`,
    at: atValue(spec.fields[field.name] ?? spec),
  }
}

/** Returns the finding for a rename to a name that exists. */
function nameTaken(
  successor: string,
  name: string,
  at: object,
  isDone: (from: string, to: string) => boolean,
): Finding {
  if (isDone(name, successor)) return renamedTwice(successor, name, at)
  return {
    code: 'drop-unacknowledged',
    message: `${name} cannot be renamed to ${successor}, which exists: the values of ${name} would be lost`,
    hint: `to keep them, first drop ${successor} in a separate migration; to drop them, remove renamedFrom from ${successor} and add dropped: { ${name}: 'why' }`,
    at: atValue(at),
  }
}

/**
 * Returns the finding for an ambiguous rename: an earlier migration renamed `name` to `successor`, and a new `name`
 * exists. Either the rename is meant again, or it was left in the config; one of the two would lose the values of
 * `successor`.
 */
function renamedTwice(successor: string, name: string, at: object): Finding {
  return {
    code: 'rename-made-before',
    message: `${successor} has renamedFrom: '${name}', but an earlier migration already made that rename; a field ${name} that was added later is no longer declared, so its values would be lost`,
    hint: `to drop ${name}, add dropped: { ${name}: 'why' } and remove renamedFrom from ${successor}; to replace ${successor} with it, first drop ${successor} in a separate migration`,
    at: atValue(at),
  }
}

function fieldLost(
  spec: Collection,
  name: string,
  facts: FieldFacts,
  added: readonly AddedField[],
  acknowledged: string,
): Finding {
  const like = added.find(({ field }) => field.kind === facts.kind)
  const rename = like ? `if it was renamed, add renamedFrom: '${name}' to ${like.field.name}; ` : ''
  return {
    code: 'drop-unacknowledged',
    message: `${spec.name}.${name} is no longer declared: its values would be lost`,
    hint: `${rename}to drop it, ${acknowledged}`,
    at: atValue(spec),
  }
}

function collectionLost(
  name: string,
  created: readonly ManifestCollection[],
  config: Config,
  acknowledged: string,
): Finding {
  const like = created[0]
  const rename = like ? `if it was renamed, add renamedFrom: '${name}' to ${like.name}; ` : ''
  return {
    code: 'drop-unacknowledged',
    message: `the collection ${name} is no longer declared: its documents would be lost`,
    hint: `${rename}to drop it, ${acknowledged}`,
    at: atValue(config),
  }
}
