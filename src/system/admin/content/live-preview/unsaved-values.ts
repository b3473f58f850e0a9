import { and, eq, gt, lt } from 'drizzle-orm'
import { HttpError, type RequestContext, sha256 } from '../../../../runtime/kit.ts'
import { t } from '../../../../ui/t.ts'
import type { Values } from '../document-values.ts'
import { previewTokens, previewValues } from '../tables.ts'

/** Milliseconds for which unsaved values are kept after the last of them: the form sends them anew while it is open. */
const LIFETIME = 15 * 60 * 1000

/** Characters that are kept of a document, as JSON: half of what a row of D1 holds. */
const MAX_CHARACTERS = 1_000_000

/** Tells whether the caller has made this token, for this document, and it has not expired. */
export async function isOwnToken(
  c: RequestContext,
  token: string,
  collection: string,
  documentId: string,
): Promise<boolean> {
  const [row] = await c.var.db
    .select({ createdBy: previewTokens.createdBy })
    .from(previewTokens)
    .where(
      and(
        eq(previewTokens.hash, await sha256(token)),
        eq(previewTokens.collection, collection),
        eq(previewTokens.documentId, documentId),
        gt(previewTokens.expiresAt, Date.now()),
      ),
    )
  return row !== undefined && row.createdBy === (c.get('user')?.id ?? null)
}

/**
 * Keeps values for whoever has the token, in place of those kept before; what has expired goes.
 * @throws HttpError `payload_too_large`
 */
export async function keepUnsaved(c: RequestContext, token: string, fields: Values): Promise<void> {
  if (JSON.stringify(fields).length > MAX_CHARACTERS) {
    throw new HttpError(
      'payload_too_large',
      t('This document is too large for a preview that follows the typing. Save it to see it.'),
    )
  }
  const { db } = c.var
  const now = Date.now()
  const kept = { fields, expiresAt: now + LIFETIME }
  await db.batch([
    db.delete(previewValues).where(lt(previewValues.expiresAt, now)),
    db
      .insert(previewValues)
      .values({ hash: await sha256(token), ...kept })
      .onConflictDoUpdate({ target: previewValues.hash, set: kept }),
  ])
}
