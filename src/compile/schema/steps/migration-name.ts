import { type ByKind, visit } from './operation.ts'
import type { Step } from './step.ts'

const LONGEST = 50

/** Returns a migration's file name, which describes its steps: `0002_add_posts_summary.sql`. */
export function migrationName(number: number, steps: readonly Step[]): string {
  return `${String(number).padStart(4, '0')}_${words(number, steps)}.sql`
}

function words(number: number, steps: readonly Step[]): string {
  if (number === 1) return 'initial'
  const named = steps.flatMap((step) => wordsOf(step) ?? [])
  const [first = 'change', second] = named
  if (named.length <= 1) return shortened(first)
  const both = `${first}_and_${second}`
  return named.length === 2 && both.length <= LONGEST ? both : shortened(`${first}_and_${named.length - 1}_more`)
}

function wordsOf({ operation }: Step): string | null {
  const words = operation ? visit(operation, WORDS) : null
  return (
    words
      ?.replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .replace(/\W+/g, '_')
      .replace(/_+/g, '_')
      .replace(/_$/, '')
      .toLowerCase() ?? null
  )
}

const unnamed = () => null

const WORDS: ByKind<string | null> = {
  'create-collection': ({ collection }) => `create_${collection}`,
  'drop-collection': ({ collection }) => `drop_${collection}`,
  'rename-collection': ({ from, to }) => `rename_${from}_to_${to}`,
  'rename-field': ({ collection, from, to }) => `rename_${collection}_${from}_to_${to}`,
  'add-field': ({ collection, field }) => `add_${collection}_${field}`,
  'change-field': ({ collection, field }) => `change_${collection}_${field}`,
  'drop-field': ({ collection, field }) => `drop_${collection}_${field}`,
  'add-column': ({ table, column }) => `add_${table}_${column}`,
  'drop-column': ({ table, column }) => `drop_${table}_${column}`,
  'limit-collection': ({ collection, limit }) => `${limit}_of_${collection}`,
  'create-table': ({ table }) => `create_${table}`,
  'drop-table': ({ table }) => `drop_${table}`,
  'rebuild-table': ({ table }) => `rebuild_${table}`,
  'create-index': ({ index }) => `create_${index}`,
  'drop-index': ({ index }) => `drop_${index}`,
  'change-choices': ({ collection, field }) => `change_choices_of_${collection}_${field}`,
  'describe-field': unnamed,
  'free-names': unnamed,
  'rewrite-values': unnamed,
  'carry-names': unnamed,
  'set-aside': unnamed,
  derive: unnamed,
  'defer-foreign-keys': unnamed,
  'by-hand': unnamed,
}

function shortened(text: string): string {
  return text.slice(0, LONGEST).replace(/_+$/, '')
}
