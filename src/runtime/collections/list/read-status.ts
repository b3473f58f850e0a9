import { message } from '../../../messages/messages.ts'
import { unknownName } from '../../input/parameters.ts'
import type { Status } from '../document/row.ts'
import { STATUSES } from '../document/status.ts'

/**
 * Reads a status.
 * @throws HttpError `invalid_query`
 */
export function readStatus(text: string): Status {
  const found = STATUSES.find((status) => status === text)
  if (found === undefined) throw unknownName(message('There is no status {name}.'), text, STATUSES)
  return found
}
