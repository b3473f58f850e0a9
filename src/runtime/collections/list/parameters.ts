import { HttpError } from '../../errors.ts'
import { nearest } from '../../nearest.ts'

/**
 * The query parameters of a request, each at most once. `pretty` is no part of the question.
 * @throws HttpError `invalid_query`
 */
export function readParameters(url: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const start = url.indexOf('?')
  if (start === -1) return parameters
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (name === 'pretty') continue
    if (parameters.has(name)) throw new HttpError('invalid_query', `${name} is given twice.`)
    parameters.set(name, value)
  }
  return parameters
}

/**
 * Refuses query parameters where there is nothing to ask.
 * @throws HttpError `invalid_query`
 */
export function refuseParameters(url: string): void {
  for (const name of readParameters(url).keys()) throw unknownName('parameter', name, ['pretty'])
}

/** The error about a name that does not exist, with the one that was probably meant. */
export function unknownName(what: string, name: string, names: Iterable<string>): HttpError {
  const like = nearest(name, names)
  const hint = like === undefined ? '' : ` Did you mean ${like}?`
  return new HttpError('invalid_query', `There is no ${what} ${name.slice(0, 100)}.${hint}`)
}
