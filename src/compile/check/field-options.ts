import * as z from 'zod'
import { type Field, type FieldOptions, type FieldType, isField } from '../../fields/field-type.ts'
import { BUILT_IN_NODES } from '../../fields/rich-text/rich-text.ts'
import { text, textUpTo } from '../../ground/text.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { capitalize } from '../diagnostics/words.ts'
import type { CheckContext } from './context.ts'
import { exampleHint } from './example-hint.ts'
import type { FieldSite } from './field-sites.ts'
import { checkShape, withoutBroken } from './shape.ts'

const flag = z.boolean().optional()
const words = z.string().min(1).optional()

/** Options that fields have everywhere, even inside a list, a group or a block. */
const everywhere = {
  required: flag,
  localized: flag,
  requiredIn: z.enum(['default', 'all']).optional(),
  label: text.optional(),
  help: text.optional(),
  renamedFrom: words,
  backfill: z.unknown().optional(),
}

/** Maximum length of a tab's label, in characters, so that several fit on a line. */
const MAX_TAB = 40

/** Options that nested fields do not have. */
const ofColumns = {
  unique: flag,
  index: flag,
  hidden: flag,
  readOnly: flag,
  access: z.strictObject({ read: z.unknown().optional(), write: z.unknown().optional() }).optional(),
  admin: z.strictObject({ side: flag, tab: textUpTo(MAX_TAB).optional() }).optional(),
} satisfies { readonly [Option in keyof FieldOptions]?: z.ZodType }

type FieldTypes = CheckContext['fieldTypes']

/** Result of checking kinds and options: the findings, and the fields that the other checks examine. */
export interface CheckedFields {
  readonly findings: readonly Finding[]
  /** The usable fields, without invalid options. */
  readonly sites: readonly FieldSite[]
  /** The usable version of each field that is replaced in `sites`. */
  readonly replaced: ReadonlyMap<Field, Field>
}

/** Checks that fields have existing types and valid options. */
export function checkFieldOptions(sites: readonly FieldSite[], types: FieldTypes): CheckedFields {
  const replaced = new Map<Field, Field>()
  const sound = sites.flatMap((site): FieldSite[] => {
    const field = soundField(site, types)
    if (!field) return []
    replaced.set(site.field, field)
    return [{ ...site, field }]
  })
  return { findings: sites.flatMap((site) => checkField(site, types)), sites: sound, replaced }
}

/** Returns the field without invalid options; the field itself if all are valid, `null` if it is unusable. */
function soundField({ field, nested }: FieldSite, types: FieldTypes): Field | null {
  const type = types[field.kind]
  if (!type) return null
  const shape = shapeOf(type, nested)
  const options = withoutBroken(shape, field.options)
  if (options === field.options) return field
  return shape.safeParse(options).success ? { kind: field.kind, options } : null
}

function checkField(site: FieldSite, types: FieldTypes): Finding[] {
  const { field, label } = site
  const type = types[field.kind]
  if (!type) {
    const message = `${capitalize(label)} has the type '${field.kind}', which does not exist.`
    return [{ code: 'unknown-field-type', message, ...didYouMean(field.kind, Object.keys(types)), at: atValue(field) }]
  }
  const findings = checkShape(shapeOf(type, site.nested), field.options, { name: label, declaration: field })
  const misplaced = site.nested ? findings.map((finding) => sayWhyNested(finding, site)) : findings
  const helped = misplaced.map((finding) =>
    isIncomplete(finding) ? { ...finding, ...exampleHint(type, site.collection.name) } : finding,
  )
  return [...helped, ...checkItem(site), ...checkInNode(site), ...checkInside(site)]
}

/** Tells whether a finding reports a missing part of a declaration: `field.reference({ … })` lacks its target. */
function isIncomplete({ code, at }: Finding): boolean {
  const isTarget = at !== null && 'declaration' in at && at.path.at(-1) === 'target'
  return code === 'missing-option' || isTarget
}

/** Explains an option that exists but is not allowed in a nested field. */
function sayWhyNested(finding: Finding, { field, label }: FieldSite): Finding {
  const option = Object.keys({ ...ofColumns, onDelete: 0 }).find((name) =>
    finding.message.endsWith(`has no option '${name}'.`),
  )
  if (option === undefined || !(option in field.options)) return finding
  return {
    code: 'no-effect',
    message: `'${option}' has no effect on ${label}, which has no column of its own.`,
    hint: 'Set it on the outer field, or make this a field of the collection.',
    at: finding.at,
  }
}

/**
 * Reports `renamedFrom` and `backfill` on the item field of a list, which has neither a name to change nor a value to
 * fill in.
 */
function checkItem({ field, isItem, label }: FieldSite): Finding[] {
  if (!isItem) return []
  return ['renamedFrom', 'backfill']
    .filter((option) => option in field.options)
    .map((option) => ({
      code: 'no-effect',
      message: `'${option}' has no effect on ${label}: the items of a list have no name of their own.`,
      hint: 'Remove it.',
      at: atKey(field, option),
    }))
}

/** Reports `renamedFrom` and `backfill` on a field of a rich text's node, whose stored values no migration changes. */
function checkInNode({ field, isInNode, isItem, label }: FieldSite): Finding[] {
  if (!isInNode || isItem) return []
  return ['renamedFrom', 'backfill']
    .filter((option) => option in field.options)
    .map((option) => ({
      code: 'no-effect',
      message: `'${option}' has no effect on ${label}: migrations change nothing inside rich text.`,
      hint: 'Remove it.',
      at: atKey(field, option),
    }))
}

/** Checks that fields inside options are fields. */
function checkInside({ field, label }: FieldSite): Finding[] {
  const options = field.options as { readonly of?: unknown; readonly fields?: unknown } // as any field may have them
  // A missing `of` has already been reported.
  if (field.kind === 'list' && options.of !== undefined && !isField(options.of))
    return [notAField(field, label, ['of'])]
  if (field.kind === 'group') return checkMembers(field, label, options.fields, ['fields'])
  if (field.kind === 'richText') return checkNodes(field, label)
  if (field.kind !== 'blocks' || typeof options.of !== 'object' || options.of === null) return []
  const kinds = Object.entries(options.of)
  if (kinds.length === 0) return [empty(field, label, ['of'], 'kind of block')]
  return kinds.flatMap(([kind, members]) => [
    ...checkMembers(field, label, members, ['of', kind]),
    ...checkBlockKind(field, label, kind, members),
  ])
}

/**
 * Checks the names of the node types that a rich text declares, their fields, and the content of inline nodes. Options
 * of the wrong type have been reported before.
 */
function checkNodes(field: Field, label: string): Finding[] {
  const { nodes, embeds } = field.options as { readonly nodes?: unknown; readonly embeds?: unknown }
  if (typeof nodes !== 'object' || nodes === null) return []
  return Object.entries(nodes as { readonly [type: string]: { readonly [option: string]: unknown } }).flatMap(
    ([type, kind]) => [
      ...checkNodeType(field, label, type, embeds === undefined ? [] : ['embed']),
      ...('fields' in Object(kind) ? checkMembers(field, label, kind.fields, ['nodes', type, 'fields']) : []),
      ...checkInlineNode(field, label, type, Object(kind)),
    ],
  )
}

function checkNodeType(field: object, label: string, type: string, taken: readonly string[]): Finding[] {
  const at = atKey(field, 'nodes', type)
  if (['doc', ...BUILT_IN_NODES, ...taken].includes(type)) {
    const message = `Rich text already has nodes of the type '${type}', so ${label} cannot declare them.`
    return [{ code: 'reserved-name', message, hint: 'Choose another name.', at }]
  }
  if (/^[a-z][A-Za-z0-9_]*$/.test(type)) return []
  const message = `A node cannot be named '${type}': use letters, digits and underscores, starting with a lower-case letter.`
  return [{ code: 'invalid-name', message, at }]
}

/** Checks that an inline node has neither blocks nor inline content. */
function checkInlineNode(
  field: object,
  label: string,
  type: string,
  { inline, content }: { readonly [option: string]: unknown },
): Finding[] {
  if (inline !== true || content === undefined || content === 'none') return []
  return [
    {
      code: 'invalid-option',
      message: `The node '${type}' of ${label} is inline, so it cannot contain ${content === 'blocks' ? 'blocks' : 'text'}.`,
      hint: "Remove 'inline' or 'content'.",
      at: atKey(field, 'nodes', type, 'content'),
    },
  ]
}

function checkBlockKind(field: object, label: string, kind: string, members: unknown): Finding[] {
  const findings: Finding[] = []
  if (!/^[a-z][A-Za-z0-9_]*$/.test(kind)) {
    findings.push({
      code: 'invalid-name',
      message: `A kind of block cannot be named '${kind}': use letters, digits and underscores, starting with a lower-case letter.`,
      at: atKey(field, 'of', kind),
    })
  }
  if (typeof members === 'object' && members !== null && 'type' in members) {
    findings.push({
      code: 'reserved-field',
      message: `A block stores its kind in 'type', so no field of '${kind}' in ${label} can have that name.`,
      at: atKey(field, 'of', kind, 'type'),
    })
  }
  return findings
}

function checkMembers(field: object, label: string, members: unknown, path: readonly string[]): Finding[] {
  if (typeof members !== 'object' || members === null) return []
  const entries = Object.entries(members)
  if (entries.length === 0) return [empty(field, label, path, 'field')]
  return entries.filter(([, member]) => !isField(member)).map(([name]) => notAField(field, label, [...path, name]))
}

function empty(field: object, label: string, path: readonly string[], what: string): Finding {
  const message = `'${path.join('.')}' of ${label} needs at least one ${what}.`
  return { code: 'invalid-option', message, at: atValue(field, ...path) }
}

function notAField(field: object, label: string, path: readonly string[]): Finding {
  return {
    code: 'not-a-field',
    message: `'${path.join('.')}' of ${label} is not a field.`,
    hint: 'Declare it with field.string(), field.number() and so on.',
    at: atValue(field, ...path),
  }
}

const shapes = new WeakMap<FieldType, { readonly own: z.ZodType; readonly nested: z.ZodType }>()

function shapeOf(type: FieldType, nested: boolean): z.ZodType {
  const known = shapes.get(type) ?? makeShapes(type)
  shapes.set(type, known)
  return nested ? known.nested : known.own
}

/** Options that are required if the field type requires them; all others are optional. */
const REQUIRED = ['target', 'of', 'fields', 'options']

function makeShapes(type: FieldType) {
  const options = Object.entries(type.options).map(([name, schema]): [string, z.ZodType] => [
    name,
    REQUIRED.includes(name) ? schema : schema.optional(),
  ])
  const { onDelete: _onDelete, ...inside } = Object.fromEntries(options)
  return {
    own: z.strictObject({
      ...everywhere,
      ...ofColumns,
      ...Object.fromEntries(options),
      default: z.unknown().optional(),
    }),
    nested: z.strictObject({ ...everywhere, ...inside, default: z.unknown().optional() }),
  }
}
