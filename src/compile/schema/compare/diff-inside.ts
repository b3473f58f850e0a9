import type { Locales } from '../../../config/config.ts'
import type { Collection, Field, FieldData } from '../../../config/index.ts'
import { isVariant } from '../../../ground/variants.ts'
import { atValue, type Finding } from '../../diagnostics/diagnostic.ts'
import type { Types } from '../steps/facts.ts'
import { type FieldFacts, type Inside, isSameField } from '../steps/operation.ts'
import { acknowledgement } from './acknowledge.ts'
import { accepted } from './backfill.ts'
import { constantExample } from './backfill-example.ts'
import { convertsLossily } from './convert.ts'
import { type ChoicesContext, diffChoices, type Part } from './diff-choices.ts'
import { isKeptForLocales, type LostValue } from './localized-losses.ts'
import { matchNames } from './match-names.ts'
import { reasonToConvert, reasonToDrop, type Spot } from './reasons.ts'
import { isRewritten, type ObjectChange, SAME, type ValueChange } from './value-change.ts'

/** Context for comparing nested fields, which also collects the steps. */
export interface InsideContext extends ChoicesContext {
  readonly locales: Locales | undefined
  /**
   * Tells whether an earlier migration has made a rename, such as `seo.name` to `seo.title`, with the name that the
   * group had before this migration.
   */
  readonly isDone: (from: string, to: string) => boolean
  /** The outermost field. */
  readonly declaration: Field
  /** Unacknowledged losses of values in one locale, which are reported together. */
  readonly lost: LostValue[]
}

/**
 * Compares nested fields with those that the migrations created: which are renamed, dropped, added or converted, at
 * every depth, and how stored values change.
 */
export function diffInside(
  spot: Spot,
  before: FieldFacts,
  after: FieldFacts,
  part: Part | undefined,
  context: InsideContext,
): ValueChange {
  const { inside: old } = before
  const { inside: now } = after
  // Migrations of format 1 do not record nested fields.
  if (!now) return diffChoices(spot, part, context)
  if (!old || old.form !== now.form) return SAME
  const parts = partsOf(part, context.types)
  // Fields of a list's items are named by the path of the list.
  const around = { path: spot.path.replace(/\[\]$/, ''), was: spot.was.replace(/\[\]$/, '') }
  switch (now.form) {
    case 'object':
      return diffObject(around, old, now, parts, context)
    case 'list':
      return diffItems(around, old, now, parts, context)
    case 'blocks':
      return diffBlocks(around, old, now, { parts, formerKinds: formerKindsOf(part) }, context)
  }
}

type Parts = Readonly<Record<string, Part>>

/** Returns the nested fields of a field; for blocks, each kind as a field with its nested fields. */
function partsOf(part: Part | undefined, types: Types): Parts {
  const contains = part ? types[part.data.kind]?.contains : undefined
  if (!part || !contains) return {}
  // The types of these options have been checked, and lowering writes one of three forms.
  const content = (part.declared.options as Record<string, unknown>)[contains.option]
  const data: unknown = part.data.options[contains.option]
  if (contains.form === 'list') return { item: { declared: content as Field, data: data as FieldData } }
  if (contains.form === 'object') return paired(content as Record<string, Field>, data as FieldData[])
  const kinds = Object.entries(content as Record<string, Record<string, Field>>)
  const lowered = data as Record<string, FieldData[]>
  return Object.fromEntries(kinds.map(([name, fields]) => [name, blockOf(name, fields, lowered[name] ?? [])]))
}

const BLOCK = 'block'

function blockOf(name: string, fields: Record<string, Field>, data: readonly FieldData[]): Part {
  return {
    declared: { kind: BLOCK, options: { fields } } as Field,
    data: { name, kind: BLOCK, options: { fields: data } },
  }
}

function fieldsOf(block: Part | undefined): Parts {
  if (!block) return {}
  const { fields } = block.declared.options as { readonly fields?: Record<string, Field> }
  return paired(fields ?? {}, block.data.options.fields)
}

function paired(fields: Readonly<Record<string, Field>>, data: readonly FieldData[]): Parts {
  return Object.fromEntries(
    data.flatMap((inner) => {
      const declared = fields[inner.name]
      return declared ? [[inner.name, { declared, data: inner }] as const] : []
    }),
  )
}

function diffItems({ path, was }: Spot, old: Inside, now: Inside, parts: Parts, context: InsideContext): ValueChange {
  const before = old.parts.item
  const after = now.parts.item
  if (!before || !after) return SAME
  // Fields of an item are named by the list's path; only a change to the items' type is a change to `rows[]`.
  const change = isSameField(before, after)
    ? diffInside({ path: `${path}[]`, was: `${was}[]` }, before, after, parts.item, context)
    : diffPart({ path: `${path}[]`, was: `${was}[]` }, before, after, parts.item, context)
  return isRewritten(change) ? { form: 'list', item: change } : SAME
}

interface Kinds {
  readonly parts: Parts
  /** Former names of kinds, keyed by their current names. */
  readonly formerKinds: Readonly<Record<string, string>>
}

function formerKindsOf(part: Part | undefined): Readonly<Record<string, string>> {
  // The type of this option has been checked.
  return (
    (part?.declared.options as { readonly kindsRenamedFrom?: Record<string, string> } | undefined)?.kindsRenamedFrom ??
    {}
  )
}

function diffBlocks(
  { path, was }: Spot,
  old: Inside,
  now: Inside,
  { parts, formerKinds }: Kinds,
  context: InsideContext,
): ValueChange {
  const kinds = new Map<string, ValueChange>()
  const renamed = new Map<string, string>()
  const below = (name: string): Spot => ({ path: `${path}.${name}`, was: `${was}.${name}` })
  const declared = Object.keys(now.parts).map((name) => ({ name, renamedFrom: formerKinds[name] }))
  const droppable = Object.keys(old.parts).filter((name) => reasonToDrop(below(name), context, []) !== null)
  const names = matchNames(declared, new Set(Object.keys(old.parts)), droppable, (from, to) =>
    context.isDone(`${was}.${from}`, `${was}.${to}`),
  )
  const kept = new Set(names.values())
  const dropped = Object.keys(old.parts).filter((name) => !kept.has(name))
  const like = declared.find(({ name }) => names.get(name) === null)?.name ?? null
  for (const name of dropped)
    drop(below(name), like && `add to ${path}: kindsRenamedFrom: { ${like}: '${name}' }`, [], context)
  for (const [name, after] of Object.entries(now.parts)) {
    const from = names.get(name) ?? null
    const before = from === null ? undefined : old.parts[from]
    const inner = { path: `${path}.${name}`, was: `${was}.${from ?? name}` }
    if (from !== null && from !== name) {
      renamed.set(from, name)
      rename(`${path}.${from}`, inner.path, context)
    }
    if (!before) add(inner.path, after, context)
    else if (before.inside && after.inside) {
      kinds.set(name, diffObject(inner, before.inside, after.inside, fieldsOf(parts[name]), context))
    }
  }
  return { form: 'blocks', kinds, renamed, dropped }
}

function diffObject({ path, was }: Spot, old: Inside, now: Inside, parts: Parts, context: InsideContext): ObjectChange {
  const beside = Object.keys(now.parts)
  const named = Object.entries(parts).map(([name, part]) => ({ name, renamedFrom: optionsOf(part).renamedFrom }))
  const below = (name: string): Spot => ({ path: `${path}.${name}`, was: `${was}.${name}` })
  const droppedNames = Object.keys(old.parts).filter((name) => reasonToDrop(below(name), context, beside) !== null)
  const names = matchNames(named, new Set(Object.keys(old.parts)), droppedNames, (from, to) =>
    context.isDone(`${was}.${from}`, `${was}.${to}`),
  )
  const kept = new Map<string, { name: string; change: ValueChange }>()
  const added: { name: string; fill: string | null }[] = []
  for (const [name, after] of Object.entries(now.parts)) {
    const from = names.get(name) ?? null
    const before = from === null ? undefined : old.parts[from]
    const inner = { path: `${path}.${name}`, was: `${was}.${from ?? name}` }
    if (from === null || !before) {
      added.push({ name, fill: fillOf(inner.path, parts[name], after, context) })
    } else {
      if (from !== name) rename(`${path}.${from}`, inner.path, context)
      kept.set(from, { name, change: diffPart(inner, before, after, parts[name], context) })
    }
  }
  const dropped = Object.keys(old.parts).filter((name) => !kept.has(name))
  const like = added.map(({ name }) => name)
  for (const name of dropped) {
    const fresh = like.find((other) => now.parts[other]?.kind === old.parts[name]?.kind)
    drop(below(name), fresh ? `add to ${fresh}: renamedFrom: '${name}'` : null, beside, context)
  }
  return { form: 'object', kept, dropped, added }
}

/** Compares a nested field that is kept. */
function diffPart(
  spot: Spot,
  before: FieldFacts,
  after: FieldFacts,
  part: Part | undefined,
  context: InsideContext,
): ValueChange {
  if (isSameField(before, after)) return diffInside(spot, before, after, part, context)
  const isConverted = before.kind !== after.kind || before.storage !== after.storage
  const lossy = isConverted && convertsLossily(before, after) ? acknowledgedLoss(spot, before, after, context) : null
  const { spec, at, operations } = context
  operations.push({ kind: 'change-field', collection: spec.name, field: spot.path, before, after, lossy, at })
  if (isConverted) return { form: 'convert', before, after }
  return diffInside(spot, before, after, part, context)
}

function rename(from: string, path: string, { spec, at, operations }: InsideContext): void {
  operations.push({ kind: 'rename-field', collection: spec.name, from, to: path, at })
}

function add(path: string, facts: FieldFacts, { spec, at, operations }: InsideContext, demanded = false): void {
  operations.push({ kind: 'add-field', collection: spec.name, field: path, facts, demanded, at })
}

/**
 * Adds the step for a new field. Returns the JSON that existing values receive: the field's `backfill`, otherwise its
 * default; `null` if it has neither, which is a finding for a required field, but not for a translation.
 */
function fillOf(path: string, part: Part | undefined, facts: FieldFacts, context: InsideContext): string | null {
  const { default: initial, backfill } = optionsOf(part)
  const value = backfill ?? initial
  add(path, facts, context, facts.required && initial === undefined)
  if (part && value !== undefined && value !== null) return JSON.stringify(accepted(part.data, value, context.types))
  // A missing translation stays missing.
  if (facts.required && !isVariant(path)) context.findings.push(valueMissing(path, part, context))
  return null
}

/**
 * Drops a nested field.
 * @param renaming text to paste into the config, which would rename the field instead
 * @param beside names of the current fields
 */
function drop(spot: Spot, renaming: string | null, beside: readonly string[], context: InsideContext): void {
  const { spec, at, operations, findings, lost } = context
  const { path } = spot
  const reason = reasonToDrop(spot, context, beside)
  if (reason === null && isKeptForLocales(path, spec)) lost.push({ spec, path })
  else if (reason === null) findings.push(fieldLost(path, renaming, context))
  operations.push({ kind: 'drop-field', collection: spec.name, field: path, reason: reason ?? '', at })
}

function acknowledgedLoss(spot: Spot, before: FieldFacts, after: FieldFacts, context: InsideContext): string {
  const reason = reasonToConvert(spot, context)
  if (reason === undefined)
    context.findings.push(lossUnacknowledged(context.spec, spot.path, before, after, context.declaration))
  return reason ?? ''
}

interface Intent {
  readonly renamedFrom?: string
  readonly backfill?: unknown
  readonly default?: unknown
}

function optionsOf(part: Part | undefined): Intent {
  // The types of these options have been checked.
  return (part?.declared.options ?? {}) as Intent
}

function valueMissing(path: string, part: Part | undefined, { spec, declaration, types }: InsideContext): Finding {
  // A reference needs the id of a document, which no config knows.
  const isReference = part?.data.options.target !== undefined
  return {
    code: 'required-without-value',
    message: `${spec.name}.${path} is required, but existing values do not have it`,
    hint:
      part && !isReference
        ? `add to ${path} the value that existing documents get, for example: ${constantExample(part.data, types)}`
        : 'make it optional: remove `required`',
    at: atValue(declaration),
  }
}

function fieldLost(path: string, renaming: string | null, { spec }: InsideContext): Finding {
  const renamed = renaming === null ? '' : `if it was renamed, ${renaming}; `
  return {
    code: 'drop-unacknowledged',
    message: `${spec.name}.${path} is no longer declared: its values would be lost`,
    hint: `${renamed}to drop it, ${acknowledgement('the collection', spec, [path])}`,
    at: atValue(spec),
  }
}

/** Returns the finding for an unacknowledged conversion that loses values. */
export function lossUnacknowledged(
  spec: Collection,
  path: string,
  before: FieldFacts,
  after: FieldFacts,
  declaration: object,
): Finding {
  const isNarrowed = before.storage === 'join' && after.storage !== 'join' && after.target !== null
  return {
    code: 'loss-unacknowledged',
    message: isNarrowed
      ? `${spec.name}.${path} becomes a single reference: all but the first of each list would be lost`
      : `${spec.name}.${path} changes from ${before.kind} to ${after.kind}: values that cannot be read as ${after.kind} would be lost`,
    hint: `to accept that, ${acknowledgement('the collection', spec, [path], 'lossy')}; \`cms migrate plan\` counts the values`,
    at: atValue(declaration),
  }
}
