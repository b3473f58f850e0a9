import { HttpError } from '../../errors.ts'
import { message, t } from '../../words/words.ts'
import type { Call } from '../call.ts'
import { unknownName } from './parameters.ts'
import { splitNames } from './split-names.ts'
import { followable, type Target, targetOf } from './targets.ts'

/** A reference whose target's document is answered in its place. */
export interface Population {
  readonly field: string
  readonly target: Target
  /** A list of references rather than one. */
  readonly isList: boolean
  readonly inner: readonly Population[]
}

/** Levels of references, and names in one query. */
const MAX_LEVELS = 3
const MAX_NAMES = 20

/**
 * Reads `populate`: `author,category.parent`.
 * @throws HttpError `invalid_query`
 */
export function readPopulate(call: Call, text: string | undefined): Population[] {
  if (text === undefined) return []
  const paths = splitNames('populate', text).map((name) => name.split('.'))
  if (paths.length > MAX_NAMES)
    throw new HttpError('invalid_query', t('populate takes at most {max} names.', { max: MAX_NAMES }))
  if (paths.some((path) => path.length > MAX_LEVELS)) {
    throw new HttpError('invalid_query', t('populate follows at most {max} references in a row.', { max: MAX_LEVELS }))
  }
  return populationsOf(call, paths)
}

function populationsOf(call: Call | null, paths: readonly (readonly string[])[]): Population[] {
  const fields = [...new Set(paths.map(([field = '']) => field))]
  return fields.flatMap((field) => {
    const target = call && targetOf(call, field)
    // What the caller may not read stays an id, with everything behind it: one query serves everybody.
    if (!target && call && isReference(call, field)) return []
    if (!target) throw unknownName(message('There is no reference {name}.'), field, call ? followable(call) : [])
    const isList = call?.plan.byName.get(field)?.field.storage === 'join'
    const rest = paths.filter(([first]) => first === field).map((path) => path.slice(1))
    const inner = populationsOf(
      target.call,
      rest.filter((path) => path.length > 0),
    )
    return [{ field, target, isList, inner }]
  })
}

function isReference({ plan, view }: Call, field: string): boolean {
  return view.names.has(field) && (plan.byName.get(field)?.field.target ?? null) !== null
}
