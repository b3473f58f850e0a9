import { detachStatements, type RequestContext, type Statement, storedManifestOf, withValues } from 'lintel/kit'

/**
 * Returns the statements that remove items from the fields that refer to them, even from required fields: the person
 * who forces a deletion sees where the item is used. References inside rich text, lists and blocks remain, although
 * their item no longer exists.
 */
export function detachItems(c: RequestContext, ids: readonly string[]): Statement[] {
  const values = [JSON.stringify(ids), Date.now(), '[]']
  return storedManifestOf(c).collections.flatMap((collection) =>
    collection.fields
      .filter(({ target, column, join }) => target === 'media' && (column !== null || join !== null))
      .flatMap((field) => detachStatements(collection, field))
      .map((sql) => withValues(sql, values)),
  )
}
