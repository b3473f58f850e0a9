import { atValue } from '../diagnostics/diagnostic.ts'
import { localizeCollection } from '../lower/localize.ts'
import { MAX_COLUMNS } from '../schema/sql/column-limit.ts'
import type { Check } from './context.ts'

/** Columns of a document besides its fields. */
const SYSTEM_COLUMNS = 9
/** A table that is made anew waits with its rowid beside its columns; a list in order of its search has a rank there. */
const EXTRA_COLUMN = 1
/** Columns that every document may get from later versions of this package, without a field having to go for them. */
const SPARE_COLUMNS = 10

/** A document is read by one statement with a result for each field, whether its values lie in a column or a table. */
const MAX_FIELDS = MAX_COLUMNS - SYSTEM_COLUMNS - EXTRA_COLUMN - SPARE_COLUMNS

/** A collection that is taken can be migrated on D1 for ever. */
export const checkLimits: Check = ({ collections, config }) =>
  collections.flatMap((collection) => {
    const count = Object.keys(localizeCollection(collection, config.locales).fields).length
    if (count <= MAX_FIELDS) return []
    return [
      {
        code: 'too-many-fields',
        message: `'${collection.name}' has ${count} fields${config.locales ? ', with one for each locale of those that are localized' : ''}, but D1 can read and migrate at most ${MAX_FIELDS}.`,
        hint: 'Keep fields that belong together in a group: it is one field.',
        at: atValue(collection, 'fields'),
      },
    ]
  })
