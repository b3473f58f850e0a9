import type { Storage } from '../../../config/fields/field-type.ts'
import type { SqlValue } from '../../database.ts'
import { HttpError } from '../../errors.ts'
import type { Call } from '../call.ts'
import type { CollectionPlan } from '../plan.ts'
import { isSystemProperty, SYSTEM_PROPERTIES } from '../system-properties.ts'
import type { Filter, ListQuery, Scope, SortKey } from './list-query.ts'
import { readPage } from './pagination.ts'
import { readParameters, unknownName } from './parameters.ts'

/** Parameters that are not filters. */
const WORDS = ['page', 'limit', 'sort', 'fields', 'status']
const SCOPES: readonly string[] = ['draft', 'scheduled', 'published']
/** Conditions in one query (contract, section 3). */
const MAX_CONDITIONS = 20

/**
 * Reads what a list's address asks for. Names that the caller may not see do not exist here either.
 * @throws HttpError `invalid_query`, naming what is wrong and the nearest valid name
 */
export function parseListQuery(call: Call): ListQuery {
  const parameters = readParameters(call.c.req.url)
  const filters = [...parameters].filter(([name]) => !WORDS.includes(name)).map((entry) => readFilter(call, entry))
  if (filters.length > MAX_CONDITIONS) throw new HttpError('invalid_query', `At most ${MAX_CONDITIONS} conditions.`)
  return {
    page: readPage(parameters),
    sort: readSort(call, parameters.get('sort')),
    fields: readFields(call, parameters.get('fields')),
    scope: readScope(parameters.get('status')),
    filters,
  }
}

const DEFAULT_SORT: readonly SortKey[] = [{ property: 'createdAt', descending: true }]

function readSort(call: Call, text: string | undefined): readonly SortKey[] {
  if (text === undefined) return DEFAULT_SORT
  const keys = splitList('sort', text).map((name) => {
    const descending = name.startsWith('-')
    return { property: descending ? name.slice(1) : name, descending }
  })
  const sortable = sortableProperties(call)
  for (const [index, { property }] of keys.entries()) {
    if (!sortable.includes(property)) throw unknownName('field to sort by called', property, sortable)
    if (keys.findIndex((key) => key.property === property) !== index) throw twice('sort', property)
  }
  return keys
}

function readFields(call: Call, text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null
  const names = splitList('fields', text)
  for (const name of names) if (!call.view.names.has(name)) throw unknownName('field', name, call.view.names)
  return new Set(names)
}

/** Anonymous callers may ask for any status; what they may see is decided apart from that. */
function readScope(text: string | undefined): Scope {
  if (text === undefined) return 'any'
  if (!SCOPES.includes(text)) throw unknownName('status', text, SCOPES)
  return text as Scope // one of SCOPES
}

function readFilter(call: Call, [name, text]: [string, string]): Filter {
  const [, property, operator = 'eq'] = /^([^[\]]+)(?:\[(\w+)\])?$/.exec(name) ?? []
  const filterable = comparableProperties(call)
  if (property === undefined || !filterable.includes(property)) {
    throw unknownName('parameter', property ?? name, [...filterable, ...WORDS])
  }
  if (operator !== 'eq') throw unknownName(`operator for ${property} called`, operator, ['eq'])
  return { kind: 'equals', property, value: readValue(property, text, storageOf(call.plan, property)) }
}

/** Properties with a column that can be compared. */
function sortableProperties(call: Call): string[] {
  return comparableProperties(call).filter((name) => storageOf(call.plan, name) !== 'join')
}

const SYSTEM = ['id', 'createdBy', 'updatedBy', 'createdAt', 'updatedAt', 'publishedAt']

/** Properties that can be compared and that the caller sees. */
function comparableProperties({ plan, view }: Call): string[] {
  const fields = plan.fields.filter(({ field }) => field.operators.includes('eq')).map(({ field }) => field.name)
  return [...fields, ...SYSTEM].filter((name) => view.names.has(name))
}

function storageOf(plan: CollectionPlan, property: string): Storage {
  const field = plan.byName.get(property)
  if (field) return field.field.storage
  return isSystemProperty(property) ? SYSTEM_PROPERTIES[property] : 'text'
}

function readValue(property: string, text: string, storage: Storage): SqlValue {
  if (storage === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0
    throw new HttpError('invalid_query', `${property} is true or false.`)
  }
  if (storage === 'integer' || storage === 'real') return readNumber(property, text)
  if (storage === 'datetime') return readTime(property, text)
  return text
}

function readNumber(property: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) throw new HttpError('invalid_query', `${property} is a number.`)
  return value
}

function readTime(property: string, text: string): number {
  const value = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(value))
    throw new HttpError('invalid_query', `${property} is an ISO 8601 date, or date and time with a zone.`)
  return value
}

function splitList(parameter: string, text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw twice(parameter, repeated)
  return names
}

function twice(parameter: string, name: string): HttpError {
  return new HttpError('invalid_query', `${parameter} names ${name.slice(0, 100)} twice.`)
}
