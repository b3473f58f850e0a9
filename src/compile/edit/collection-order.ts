/** Options of a collection in the order in which a person writes them. */
export const COLLECTION_ORDER = [
  'name',
  'label',
  'description',
  'drafts',
  'singleton',
  'search',
  'access',
  'renamedFrom',
  'fields',
  'indexes',
  'cache',
  'versions',
  'trash',
  'dropped',
  'lossy',
]
