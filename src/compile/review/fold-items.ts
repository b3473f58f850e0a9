import { isVariant, localeOfVariant, partsOfVariant, TRANSLATED_AT } from '../../ground/variants.ts'
import type { Uncounted } from './item.ts'
import { languageOf } from './say-locales.ts'

/** Maximum number of harmless changes of one kind that are shown separately. */
const MOST_OF_A_KIND = 5

/**
 * Shows similar items in one line, so that 120 new defaults do not hide what matters. Folded are many harmless changes
 * of one kind, to the API or to files; many new fields; and the values that a collection loses in one locale.
 */
export function foldItems(items: readonly Uncounted[]): Uncounted[] {
  const groups = [...Map.groupBy(items.filter(isFolded), keyOf).values()]
  const many = groups.filter((group) => group.length > MOST_OF_A_KIND)
  const lost = [...Map.groupBy(items, lostTranslation)].flatMap(([key, group]) => (key && group[1] ? [group] : []))
  const folded = new Set([...many, ...lost].flat())
  return [...items.filter((item) => !folded.has(item)), ...lost.flatMap(lostTogether), ...many.flatMap(together)]
}

/** Returns collection and locale of values that a migration drops, `articles de`; `null` for any other item. */
function lostTranslation({ class: grade, steps }: Uncounted): string | null {
  const [first] = steps
  const { operation } = first ?? {}
  if (grade !== 'destructive' || operation?.kind !== 'drop-field' || !isVariant(operation.field)) return null
  return `${operation.collection} ${localeOfVariant(operation.field)}`
}

function lostTogether(group: readonly Uncounted[]): Uncounted[] {
  const [first] = group
  const steps = group.flatMap((item) => item.steps)
  const fields = steps.flatMap(({ operation }) => (operation?.kind === 'drop-field' ? operation.field : []))
  const [field] = fields
  if (!first || field === undefined) return []
  const locale = localeOfVariant(field)
  const names = fields
    .filter((name) => partsOfVariant(name).field !== TRANSLATED_AT)
    .map((name) => name.replace(`@${locale}`, ''))
  const [collection = ''] = first.subject.split('.')
  return [
    {
      ...first,
      subject: collection,
      message: `${collection} no longer has values in ${languageOf(locale)}: they are lost`,
      lines: [`fields: ${names.join(', ')}`, ...new Set(group.flatMap(({ lines }) => lines.map(ofSeveral)))],
      reasons: [...new Set(group.flatMap(({ reasons }) => reasons))],
      steps,
    },
  ]
}

function ofSeveral(line: string): string {
  return line.replace(/^its /, 'their ')
}

function isFolded({ class: grade, area, kind }: Uncounted): boolean {
  return (grade === 'safe' || grade === 'caution') && (area === 'API' || area === 'files' || kind === 'add-field')
}

function keyOf({ class: grade, kind }: Uncounted): string {
  return `${grade} ${kind}`
}

function together(group: readonly Uncounted[]): Uncounted[] {
  const [first] = group
  if (!first) return []
  const what = TOGETHER[first.kind] ?? `changes such as: ${first.message}`
  const lines = group.map(({ message, lines: [line] }) => (line === undefined ? message : `${message}: ${line}`))
  return [
    {
      ...first,
      message: `${group.length} ${what}`,
      lines,
      reasons: group.flatMap(({ reasons }) => reasons),
      steps: group.flatMap(({ steps }) => steps),
    },
  ]
}

const TOGETHER: Readonly<Record<string, string>> = {
  'add-field': 'fields are new',
  'default-changed': 'fields have another default',
  'field-optional': 'fields may be null in responses',
  'field-required': 'fields may no longer be null; their defaults apply',
  'field-added': 'fields are new',
  'limit-loosened': 'limits are looser',
  'choice-added': 'choices are new',
  'option-changed': 'options differ',
  'filter-added': 'fields can be used to filter and sort lists',
  'file-dependency': 'dependencies differ',
  'file-setting': 'settings of files around the program differ',
  'file-changed': 'files around the program differ',
}
