import type { Operator } from '../../../fields/field-type.ts'
import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { unknownName } from '../../input/parameters.ts'
import type { Status } from '../document/row.ts'
import { STATUSES } from '../document/status.ts'
import type { Comparables } from '../query/comparable.ts'
import { comparablesOf } from '../query/comparable.ts'
import type { Filter } from '../query/filter.ts'
import type { Slots } from '../query/slots.ts'
import { followable, shownWhereCompared, targetOf } from '../query/targets.ts'
import type { Call } from '../request/call.ts'
import { readBoolean, readList, readOperand, readStatus } from './read-value.ts'

/** Maximum number of conditions in one query; `MAX_GROUPS` is the maximum number of groups of them. */
const MAX_CONDITIONS = 20
const MAX_GROUPS = 10

/**
 * Reads the parameters `<field>[op]`, `<reference>.<field>[op]` and `or[<n>]…`.
 * @param words the other valid parameters, for "did you mean"
 * @throws HttpError `invalid_query`
 */
export function readFilters(
  call: Call,
  parameters: readonly (readonly [string, string])[],
  words: readonly string[],
  slots: Slots,
): Filter[] {
  if (parameters.length > MAX_CONDITIONS)
    throw new HttpError('invalid_query', t('A query may have at most {max} filters.', { max: MAX_CONDITIONS }))
  const filters: Filter[] = []
  const groups = new Map<string, Filter[]>()
  const seen = new Set<string>()
  for (const [name, text] of parameters) {
    const condition = readCondition(name)
    const key = `${condition.group} ${condition.path}[${condition.operator}]`
    if (seen.has(key)) throw new HttpError('invalid_query', t('{name} is given twice.', { name: name.slice(0, 100) }))
    seen.add(key)
    const filter = readFilter(call, condition, text, words, slots)
    if (condition.group === null) filters.push(filter)
    else groups.set(condition.group, [...(groups.get(condition.group) ?? []), filter])
  }
  if (groups.size > MAX_GROUPS)
    throw new HttpError('invalid_query', t('A query may have at most {max} or[…] groups.', { max: MAX_GROUPS }))
  if (groups.size > 0) filters.push({ kind: 'or', filters: [...groups.values()].map(allOf) })
  return filters
}

function allOf(filters: readonly Filter[]): Filter {
  const [only] = filters
  return only && filters.length === 1 ? only : { kind: 'and', filters }
}

interface Condition {
  /** Name of the parameter as it was sent. */
  readonly name: string
  readonly group: string | null
  readonly path: string
  readonly operator: string
}

function readCondition(name: string): Condition {
  const grouped = /^or\[(\d{1,3})\]\[([^[\]]+)\](?:\[([^[\]]*)\])?$/.exec(name)
  if (grouped) return { name, group: String(Number(grouped[1])), path: grouped[2] ?? '', operator: grouped[3] ?? 'eq' }
  if (/^or(?:\[|$)/.test(name)) {
    throw new HttpError(
      'invalid_query',
      t('{name} is not a group: write or[0][field][operator].', { name: name.slice(0, 100) }),
    )
  }
  const plain = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(name)
  return { name, group: null, path: plain?.[1] ?? name, operator: plain?.[2] ?? 'eq' }
}

function readFilter(call: Call, condition: Condition, text: string, words: readonly string[], slots: Slots): Filter {
  const [property = '', ...rest] = condition.path.split('.')
  if (rest.length > 0) return readHop(call, condition, property, rest.join('.'), text, slots)
  const comparables = comparablesOf(call.plan, call.view)
  return readComparison(condition, property, comparables, [...comparables.keys(), ...words], text, slots)
}

function readHop(
  call: Call,
  condition: Condition,
  property: string,
  inner: string,
  text: string,
  slots: Slots,
): Filter {
  const target = targetOf(call, property)
  if (!target) throw unknownName(message('There is no reference {name}.'), property, followable(call))
  return {
    kind: 'target',
    property,
    target: target.name,
    scope: target.scope,
    filters: [
      readComparison(condition, inner, target.comparables, target.comparables.keys(), text, slots),
      ...target.limits(slots),
      ...(target.call ? shownWhereCompared(target.call, [inner]) : []),
    ],
  }
}

function readComparison(
  { name, operator }: Condition,
  property: string,
  comparables: Comparables,
  names: Iterable<string>,
  text: string,
  slots: Slots,
): Filter {
  const comparable = comparables.get(property)
  if (!comparable) throw unknownName(message('There is no parameter {name}.'), property, names)
  if (!isOperator(operator, comparable.operators)) {
    const unknown = message('{property} has no operator {name}.')
    throw unknownName(unknown, operator, comparable.operators, { property })
  }
  const label = operator === 'eq' ? property : name
  if (property === 'status') return { kind: 'status', statuses: readStatuses(operator, text) }
  if (operator === 'null') return { kind: 'null', property, isNull: readBoolean(label, text) }
  const operand = readOperand(label, operator, text, comparable)
  return { kind: 'compare', property, operator, slot: slots.add(operand) }
}

/**
 * Reads the statuses of a condition.
 * @throws HttpError `invalid_query`
 */
function readStatuses(operator: Operator, text: string): Status[] {
  const named = (operator === 'in' || operator === 'nin' ? readList(text) : [text]).map(readStatus)
  const isNegative = operator === 'ne' || operator === 'nin'
  return STATUSES.filter((status) => named.includes(status) !== isNegative)
}

function isOperator(text: string, operators: readonly Operator[]): text is Operator {
  return operators.some((operator) => operator === text)
}
