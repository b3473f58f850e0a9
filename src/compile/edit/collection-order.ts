/** Options of a collection in the usual order. */
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
