import type { Step } from './step.ts'

const LONGEST = 50

/** A migration's file name, the words said by what it does: `0002_add_posts_summary.sql`. */
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

const VERBS: readonly [RegExp, string][] = [
  [/^create collection (\w+)$/, 'create_$1'],
  [/^drop collection (\w+)$/, 'drop_$1'],
  [/^rename collection (\w+) to (\w+)$/, 'rename_$1_to_$2'],
  [/^rename field (\w+)\.(\w+) to (\w+)$/, 'rename_$1_$2_to_$3'],
  [/^(add|change|drop) (?:field|column) (\w+)\.(\w+)$/, '$1_$2_$3'],
  [/^(create|drop|rebuild) table (\w+)$/, '$1_$2'],
  [/^(create|drop) index (\w+)$/, '$1_$2'],
]

function wordsOf({ title }: Step): string | null {
  const verb = VERBS.find(([pattern]) => pattern.test(title))
  return verb
    ? title
        .replace(verb[0], verb[1])
        .replace(/([a-z\d])([A-Z])/g, '$1_$2')
        .replace(/_+/g, '_')
        .toLowerCase()
    : null
}

function shortened(text: string): string {
  return text.slice(0, LONGEST).replace(/_+$/, '')
}
