import { nearest } from '../../ground/nearest.ts'
import { listName, listValues } from '../../manifest/value-list.ts'
import { message, type Values } from '../../messages/messages.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'

/**
 * Returns the query parameters of a request. Each may occur at most once, except lists of values, which become JSON
 * under one name however they were sent. `pretty` is left out.
 * @throws HttpError `invalid_query`
 */
export function readParameters(url: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const start = url.indexOf('?')
  if (start === -1) return parameters
  const sent = new URLSearchParams(url.slice(start + 1))
  for (const parameter of new Set(sent.keys())) {
    if (parameter === 'pretty') continue
    const values = sent.getAll(parameter)
    const list = listName(parameter)
    const name = list ?? parameter
    const isRepeated = parameters.has(name) || (list === null && values.length > 1)
    if (isRepeated) throw new HttpError('invalid_query', t('{name} is given twice.', { name }))
    parameters.set(name, list === null ? (values[0] ?? '') : JSON.stringify(listValues(parameter, values)))
  }
  return parameters
}

/**
 * Refuses query parameters of a request that accepts none.
 * @throws HttpError `invalid_query`
 */
export function refuseParameters(parameters: ReadonlyMap<string, string>): void {
  for (const name of parameters.keys()) throw unknownName(message('There is no parameter {name}.'), name, ['pretty'])
}

/**
 * Returns the error about a name that does not exist, with the name that was probably meant.
 * @param text the message, which contains `{name}`; a key of message files
 * @param values for other names in braces in the message
 */
export function unknownName(
  text: `${string}{name}${string}`,
  name: string,
  names: Iterable<string>,
  values: Values = {},
): HttpError {
  const like = nearest(name, names)
  const sentence = t(text, { name: name.slice(0, 100), ...values })
  return new HttpError(
    'invalid_query',
    like === undefined ? sentence : `${sentence} ${t('Did you mean {like}?', { like })}`,
  )
}
