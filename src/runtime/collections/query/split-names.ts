import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'

/**
 * Splits a comma-separated parameter into names, each of which may occur once.
 * @throws HttpError `invalid_query`
 */
export function splitNames(parameter: string, text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw twice(parameter, repeated)
  return names
}

export function twice(parameter: string, name: string): HttpError {
  return new HttpError(
    'invalid_query',
    t('{parameter} contains {name} twice.', { parameter, name: name.slice(0, 100) }),
  )
}
