import type { RequestContext } from '../../../config/request.ts'

/**
 * Parameters of the filter form that the API does not have: the operator and the value of a field, and the last day of
 * a range.
 */
const OPERATOR = /^op~(.+)$/
const VALUE = /^value~(.+)$/
const UNTIL = /^until~(.+)$/

/** Parameters of the page that are not passed to the API. */
const OWN = new Set(['did', 'undo', 'refused~', 'collection', 'view'])

/**
 * Converts the parameters of the filter form to those of the API: `op~title=startsWith&value~title=A` becomes
 * `title[startsWith]=A`, `until~createdAt=2026-01-31` becomes the end of that day, and empty parameters are left out.
 */
export function listQuery(sent: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of sent) {
    if (value === '' || OWN.has(name) || name.endsWith('~add') || VALUE.test(name)) continue
    const until = UNTIL.exec(name)?.[1]
    const field = OPERATOR.exec(name)?.[1]
    if (until !== undefined) query.append(`${until}[lte]`, endOfDay(value))
    else if (field !== undefined) addCondition(query, field, value, sent.get(`value~${field}`) ?? '')
    else query.append(name, value)
  }
  return query
}

/** Returns the list's query for the API. Without `sort` and `q`, documents that were changed last come first. */
export function parametersIn(c: RequestContext): URLSearchParams {
  const parameters = listQuery(new URL(c.req.url).searchParams)
  if (!parameters.has('sort') && !parameters.has('q')) parameters.set('sort', '-updatedAt')
  return parameters
}

/** Returns the address of the list with parameters in the form of the API. */
export function addressOf(c: RequestContext): string {
  const sent = new URL(c.req.url).searchParams
  const address = listQuery(sent)
  for (const name of ['collection', 'view']) {
    const value = sent.get(name)
    if (value) address.set(name, value)
  }
  return `/admin/content/?${address}`
}

/** Tells whether the query contains inputs of the filter form, which a shorter query can express. */
export function isFromForm(sent: URLSearchParams): boolean {
  return [...sent.keys()].some((name) => /^(?:op|value|until)~/.test(name))
}

function addCondition(query: URLSearchParams, field: string, operator: string, value: string): void {
  if (operator === 'empty' || operator === 'filled') query.append(`${field}[null]`, String(operator === 'empty'))
  else if (value !== '') query.append(operator === 'eq' ? field : `${field}[${operator}]`, value)
}

/** Converts a day to its last moment, in UTC; a time stays as it is. */
function endOfDay(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text
}
