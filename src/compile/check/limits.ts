import { atValue } from '../diagnostics/diagnostic.ts'
import { localizeCollection } from '../lower/localize.ts'
import { MAX_COLUMNS } from '../schema/sql/column-limit.ts'
import type { Check } from './context.ts'

/** Number of a document's columns besides its fields. */
const SYSTEM_COLUMNS = 9
/** Number of additional columns: a table that is rebuilt also stores its rowid, a search result its rank. */
const EXTRA_COLUMN = 1
/** Number of columns reserved for later versions of this package, so that no field has to be removed for them. */
const SPARE_COLUMNS = 10

/**
 * Maximum number of fields. One statement reads a document, with a result column for each field, including those in
 * join tables.
 */
const MAX_FIELDS = MAX_COLUMNS - SYSTEM_COLUMNS - EXTRA_COLUMN - SPARE_COLUMNS

/** Checks that no collection has too many fields, counting localized fields once for each locale. */
export const checkLimits: Check = ({ collections, config }) =>
  collections.flatMap((collection) => {
    const count = Object.keys(localizeCollection(collection, config.locales).fields).length
    if (count <= MAX_FIELDS) return []
    return [
      {
        code: 'too-many-fields',
        message: `'${collection.name}' has ${count} fields${config.locales ? ', counting localized fields once for each locale' : ''}, but D1 can read and migrate at most ${MAX_FIELDS}.`,
        hint: 'Put fields that belong together into a group, which counts as one field.',
        at: atValue(collection, 'fields'),
      },
    ]
  })
