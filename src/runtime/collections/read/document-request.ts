import { message } from '../../../messages/messages.ts'
import { unknownName } from '../../input/parameters.ts'
import { chosenView } from '../list/parse.ts'
import { parametersBesideLocale } from '../locale/locale.ts'
import { readPopulate } from '../populate/parse.ts'
import { NO_SITES, type Sites } from '../populate/sites.ts'
import type { Call } from '../request/call.ts'
import { markedView } from '../request/pending-mark.ts'
import type { View } from '../request/view.ts'

/** Parameters of a request for one document. */
export interface DocumentRequest {
  readonly view: View
  readonly populate: Sites
}

/**
 * Reads the parameters of a request for a document: `fields` and `populate`.
 * @param more names of further parameters that the request accepts
 * @throws HttpError `invalid_query`
 */
export function documentRequestOf(call: Call, more: readonly string[] = []): DocumentRequest {
  if (!call.c.req.url.includes('?')) return { view: markedView(call), populate: NO_SITES }
  const parameters = parametersBesideLocale(call.c.req.url, call.locale)
  const names = ['fields', 'populate', ...more]
  for (const name of parameters.keys()) {
    if (!names.includes(name)) throw unknownName(message('There is no parameter {name}.'), name, [...names, 'pretty'])
  }
  const populate = readPopulate(call, parameters.get('populate'))
  return { view: chosenView(call, parameters), populate }
}
