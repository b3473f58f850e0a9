import { eq } from 'drizzle-orm'
import type { Hook } from 'lintel'
import { hasTrash } from 'lintel/kit'
import { releaseDocuments } from './tables.ts'

/** Removes a deleted document from its releases. A document in the trash stays in them, since it can be restored. */
export const forgetDocument: Hook = async ({ event, collection, id }, c) => {
  if (id === undefined || (event === 'content:delete' && hasTrash(c, collection))) return
  await c.var.db.delete(releaseDocuments).where(eq(releaseDocuments.documentId, id))
}
