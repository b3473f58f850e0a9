import { and, eq, gt, lt } from 'drizzle-orm'
import type { Previews } from '../../../../config/previews.ts'
import { type RequestContext, randomToken, sha256 } from '../../../../runtime/kit.ts'
import { previewTokens, previewValues } from '../tables.ts'

/** Lifetime of a link to a preview, in milliseconds: long enough for a colleague to look at it. */
export const PREVIEW_LIFETIME = 24 * 60 * 60 * 1000

/** Creates the service `previews`, which opens unpublished documents with tokens. */
export function previews(c: RequestContext): Previews {
  return {
    open: async (token, collection, id) => {
      const now = Date.now()
      const [row] = await c.var.db
        .select({ unsaved: previewValues.fields })
        .from(previewTokens)
        .leftJoin(previewValues, and(eq(previewValues.hash, previewTokens.hash), gt(previewValues.expiresAt, now)))
        .where(
          and(
            eq(previewTokens.hash, await sha256(token)),
            eq(previewTokens.collection, collection),
            eq(previewTokens.documentId, id),
            gt(previewTokens.expiresAt, now),
          ),
        )
      return row ?? null
    },
  }
}

/** Creates a token that opens one document. Deletes expired tokens. */
export async function newPreviewToken(c: RequestContext, collection: string, documentId: string): Promise<string> {
  const token = randomToken()
  const now = Date.now()
  const { db } = c.var
  await db.batch([
    db.delete(previewTokens).where(lt(previewTokens.expiresAt, now)),
    db.insert(previewTokens).values({
      hash: await sha256(token),
      collection,
      documentId,
      createdBy: c.get('user')?.id ?? null,
      expiresAt: now + PREVIEW_LIFETIME,
    }),
  ])
  return token
}
