import type { Uncounted } from './item.ts'

/** Maximum number of harmless changes of one kind that are shown separately. */
const MOST_OF_A_KIND = 5

/**
 * Folds many harmless changes of one kind to the API or to files, and many new fields, into one line each: 120 new
 * defaults would hide what matters.
 */
export function foldItems(items: readonly Uncounted[]): Uncounted[] {
  const groups = Map.groupBy(items.filter(isFolded), keyOf)
  const many = [...groups.values()].filter((group) => group.length > MOST_OF_A_KIND)
  const folded = new Set(many.flat())
  return [...items.filter((item) => !folded.has(item)), ...many.flatMap(together)]
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
