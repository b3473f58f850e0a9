import { fieldTypes } from '../../fields/index.ts'
import type { LockField } from '../lock/read-lock.ts'
import { isPlainObject } from '../plain-object.ts'
import type { ChangeClass } from './change.ts'
import { isSame } from './compare-facts.ts'
import { isOpened } from './opening.ts'

/** Effect of a changed field option on clients of the API. */
export interface OptionChange extends FieldOptionChange {
  readonly option: string
}

interface FieldOptionChange {
  readonly class: ChangeClass
  readonly kind: string
  readonly message: string
}

/** Compares one option of the field `name`, whose values differ. */
type Compare = (name: string, before: unknown, after: unknown, field: LockField) => FieldOptionChange[]

/** Compares the options of a field before and after, apart from those that are reported elsewhere. */
export function diffOptions(name: string, before: LockField, after: LockField): OptionChange[] {
  const options = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return options
    .filter((option) => !ELSEWHERE.has(option) && !isSame(before[option], after[option]))
    .flatMap((option) => {
      const compare = COMPARE[option] ?? compareByName(option)
      return compare(name, before[option], after[option], after).map((change) => ({ ...change, option }))
    })
}

/** Options that are reported elsewhere, with access or migrations. */
const ELSEWHERE = new Set(['read', 'write', 'renamedFrom', 'backfill', 'type'])

const COMPARE: Readonly<Record<string, Compare>> = {
  required: (name, _, after, field) => {
    if (after !== true)
      return [{ class: 'caution', kind: 'field-optional', message: `${name} may be null in responses` }]
    if (field.default !== undefined) {
      return [
        { class: 'caution', kind: 'field-required', message: `${name} may no longer be null; its default applies` },
      ]
    }
    return [{ class: 'breaking', kind: 'field-required', message: `clients must send ${name}` }]
  },
  default: (name, before, after, field) => {
    const isNeeded = after === undefined && field.required === true
    const message = isNeeded
      ? `${name} no longer has a default: clients must send it`
      : `the default of ${name} is ${say(after)}; previously ${say(before)}`
    return [{ class: isNeeded ? 'breaking' : 'caution', kind: 'default-changed', message }]
  },
  pattern: (name, before, after) =>
    after === undefined
      ? [{ class: 'safe', kind: 'limit-loosened', message: `${name} no longer needs to match ${say(before)}` }]
      : [{ class: 'breaking', kind: 'limit-tightened', message: `${name} must match ${say(after)}` }],
  integer: turned(
    'limit',
    (name) => `${name} accepts whole numbers only`,
    (name) => `${name} accepts fractions`,
  ),
  unique: turned(
    'unique',
    (name) => `values of ${name} must be unique: a repeated value returns 409`,
    (name) => `values of ${name} may repeat`,
  ),
  readOnly: turned(
    'read-only',
    (name) => `${name} cannot be written`,
    (name) => `${name} can be written`,
  ),
  hidden: turned(
    'hidden',
    (name) => `${name} is no longer in responses`,
    (name) => `${name} is in responses`,
  ),
  index: (name, _, after) =>
    after === false
      ? [{ class: 'breaking', kind: 'filter-removed', message: `lists can no longer filter and sort by ${name}` }]
      : [{ class: 'safe', kind: 'filter-added', message: `lists can filter and sort by ${name}` }],
  localized: (name, _, after) => [
    after === true
      ? {
          class: 'caution',
          kind: 'localized-on',
          message: `${name} has a value for each language: clients that request no language get the default one, and clients with locale=* send and receive an object`,
        }
      : {
          class: 'breaking',
          kind: 'localized-off',
          message: `${name} has one value for all languages: clients with locale=* no longer send and receive an object`,
        },
  ],
  requiredIn: (name, _, after) => [
    after === 'all'
      ? {
          class: 'breaking',
          kind: 'field-required',
          message: `clients must send ${name} in each language that they publish`,
        }
      : {
          class: 'safe',
          kind: 'field-optional',
          message: `${name} is required in the default language only`,
        },
  ],
  options: diffChoices,
  target: (name, before, after) => [
    {
      class: 'breaking',
      kind: 'target-changed',
      message: `${name} refers to ${say(after)}, no longer to ${say(before)}`,
    },
  ],
  onDelete: (name, before, after) => [
    {
      // With `cascade`, callers who may delete the target may now delete these documents as well.
      class: after === 'cascade' ? 'opens' : 'caution',
      kind: 'on-delete-changed',
      message: `deleting a document that ${name} refers to ${onDeletion(after).now}; before, it ${onDeletion(before).was}`,
    },
  ],
  content: structure('content'),
  inline: structure('inline'),
  embeds: (name, before, after) => {
    const gone = providersIn(before).filter((provider) => !providersIn(after).includes(provider))
    return [
      {
        // Websites show content of these sites to their visitors, in frames.
        class: isOpened('more', before, after) ? 'opens' : 'caution',
        kind: 'option-changed',
        message: `the option embeds of ${name} is ${say(after)}; previously ${say(before)}`,
      },
      ...gone.map(
        (provider): FieldOptionChange => ({
          class: 'breaking',
          kind: 'choice-removed',
          message: `${name} no longer accepts embeds of ${provider}`,
        }),
      ),
    ]
  },
  from: (name, before, after) => [
    {
      class: 'caution',
      kind: 'option-changed',
      message:
        after === undefined ? `${name} is no longer made from ${say(before)}` : `${name} is made from ${say(after)}`,
    },
  ],
}

/**
 * Comparisons by the option's name, which types of plugins use as well: limits, lists of what is accepted, and other
 * restrictions.
 */
const BY_NAME: readonly (readonly [RegExp, (option: string) => Compare])[] = [
  [/^min(?:[A-Z]|$)/, (option) => limit(option, (before, after) => after > before)],
  [/^max(?:[A-Z]|$)/, (option) => limit(option, (before, after) => after < before)],
  [/^(?:types|formats|accepts?|allow(?:ed)?(?:[A-Z]\w*)?)$/, accepted],
  [/^(?:step|multipleOf|ratio|aspectRatio|length)$/, restriction],
]

function compareByName(option: string): Compare {
  const compare = BY_NAME.find(([pattern]) => pattern.test(option))?.[1] ?? anyOther
  return compare(option)
}

/** Returns a comparison for any other option, such as one of a plugin's type, whose effect the reviewer must judge. */
function anyOther(option: string): Compare {
  return (name, before, after) => [
    {
      class: 'caution',
      kind: 'option-changed',
      message: `${option} of ${name} is ${say(after)}; previously ${say(before)}`,
    },
  ]
}

function limit(option: string, isTighter: (before: string | number, after: string | number) => boolean): Compare {
  return (name, before, after, field) => {
    const unset = fieldTypes[field.type]?.options[option]?.meta()?.unset
    const [then, now] = [before ?? unset, after ?? unset]
    const tighter = isLimit(now) && isLimit(then) && isOrdered(then, now) ? isTighter(then, now) : now !== undefined
    const fallback = unset === undefined ? '' : `: ${say(unset)} applies`
    const words = after === undefined ? `no longer has ${option}${fallback}` : `has ${option} ${say(after)}`
    return [
      {
        class: tighter ? 'breaking' : 'safe',
        kind: tighter ? 'limit-tightened' : 'limit-loosened',
        message: `${name} ${words}; previously ${say(before)}`,
      },
    ]
  }
}

function isLimit(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Tells whether two limits have an order: numbers, or days. Other text, such as `5 MB`, has none. */
function isOrdered(...limits: readonly (string | number)[]): boolean {
  return limits.every((one) => typeof one === 'number') || limits.every((one) => /^\d{4}-\d\d-\d\d/.test(String(one)))
}

/** Returns a comparison for a list of what a field accepts; without the list, it accepts everything. */
function accepted(option: string): Compare {
  return (name, before, after) => {
    const isCovered = (value: unknown) =>
      Array.isArray(after) && after.some((one) => covers(String(one), String(value)))
    const isLooser = after === undefined || (Array.isArray(before) && before.every(isCovered))
    return [
      {
        class: isLooser ? 'safe' : 'breaking',
        kind: isLooser ? 'limit-loosened' : 'limit-tightened',
        message: `${option} of ${name} is ${say(after)}; previously ${say(before)}`,
      },
    ]
  }
}

/** Tells whether an entry of a list, such as `image/*`, includes another one. */
function covers(entry: string, other: string): boolean {
  return entry === other || (entry.endsWith('/*') && other.startsWith(entry.slice(0, -1)))
}

/** Returns a comparison for an option that restricts values in whichever way it is set. */
function restriction(option: string): Compare {
  return (name, before, after) => [
    {
      class: after === undefined ? 'safe' : 'breaking',
      kind: after === undefined ? 'limit-loosened' : 'limit-tightened',
      message: `${option} of ${name} is ${say(after)}; previously ${say(before)}`,
    },
  ]
}

/** Returns a comparison for an option of a rich text's node, with which stored texts may have nodes in wrong places. */
function structure(option: string): Compare {
  return (name, before, after) => [
    {
      class: 'breaking',
      kind: 'node-changed',
      message: `${option} of ${name} is ${say(after)}; previously ${say(before)}`,
    },
  ]
}

function providersIn(embeds: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(embeds) ? embeds : []
  return entries.map((one) => (isPlainObject(one) ? String(one.name) : String(one)))
}

/** Returns a comparison for an option that breaks clients when it is turned on. */
function turned(kind: string, on: (name: string) => string, off: (name: string) => string): Compare {
  return (name, _, after) =>
    after === true
      ? [{ class: 'breaking', kind: `${kind}-on`, message: on(name) }]
      : [{ class: 'safe', kind: `${kind}-off`, message: off(name) }]
}

function diffChoices(name: string, before: unknown, after: unknown): FieldOptionChange[] {
  const then = Array.isArray(before) ? before : []
  const now = Array.isArray(after) ? after : []
  const removed = then.filter((choice) => !now.includes(choice))
  const added = now.filter((choice) => !then.includes(choice))
  return [
    ...removed.map(
      (choice): FieldOptionChange => ({
        class: 'breaking',
        kind: 'choice-removed',
        message: `${name} no longer accepts ${say(choice)}`,
      }),
    ),
    ...added.map(
      (choice): FieldOptionChange => ({
        class: 'safe',
        kind: 'choice-added',
        message: `${name} also accepts ${say(choice)}`,
      }),
    ),
  ]
}

function onDeletion(onDelete: unknown): { readonly now: string; readonly was: string } {
  if (onDelete === 'restrict') return { now: 'is refused', was: 'was refused' }
  if (onDelete === 'cascade')
    return { now: 'deletes the documents that refer to it', was: 'deleted the documents that refer to it' }
  return { now: 'empties the field', was: 'emptied the field' }
}

/** Prints a value for a sentence; `none` for an absent one. */
export function say(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
