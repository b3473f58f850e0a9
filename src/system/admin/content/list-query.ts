import type { RequestContext } from '../../../config/request.ts'

/** Query parameters that the list adds to the API's: a field with the choice of an operator, and days that end a range. */
const OPERATOR = /^op~(.+)$/
const VALUE = /^value~(.+)$/
const UNTIL = /^until~(.+)$/

/** Parameters of the page that are no question to the API. */
const OWN = new Set(['did', 'undo', 'refused~', 'collection', 'view'])

/**
 * The API's parameters for what the form of the filters sends: `op~title=startsWith&value~title=A` is
 * `title[startsWith]=A`, `until~createdAt=2026-01-31` is the end of that day, and what is empty says nothing.
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

/** The list's query to the API: what was changed last stands first, unless somebody says otherwise. */
export function parametersIn(c: RequestContext): URLSearchParams {
  const question = listQuery(new URL(c.req.url).searchParams)
  if (!question.has('sort') && !question.has('q')) question.set('sort', '-updatedAt')
  return question
}

/** The list's query in the API's words. */
export function addressOf(c: RequestContext): string {
  const sent = new URL(c.req.url).searchParams
  const address = listQuery(sent)
  for (const name of ['collection', 'view']) {
    const value = sent.get(name)
    if (value) address.set(name, value)
  }
  return `/admin/content/?${address}`
}

/** Tells whether the form's own inputs stand in it, so that there is a shorter way to say the same. */
export function isFromForm(sent: URLSearchParams): boolean {
  return [...sent.keys()].some((name) => /^(?:op|value|until)~/.test(name))
}

function addCondition(query: URLSearchParams, field: string, operator: string, value: string): void {
  if (operator === 'empty' || operator === 'filled') query.append(`${field}[null]`, String(operator === 'empty'))
  else if (value !== '') query.append(operator === 'eq' ? field : `${field}[${operator}]`, value)
}

/** A day as the last moment of it, in UTC; a time stays as it is. */
function endOfDay(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text
}
