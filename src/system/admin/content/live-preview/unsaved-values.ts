import { and, eq, gt, lt } from 'drizzle-orm'
import { t } from '../../../../messages/translate.ts'
import { HttpError, type RequestContext, sha256 } from '../../../../runtime/kit.ts'
import type { Values } from '../document-values.ts'
import { previewTokens, previewValues } from '../tables.ts'

/** Time for which unsaved values are kept, in milliseconds. The form sends them again while it is open. */
const LIFETIME = 15 * 60 * 1000

/** Maximum length of a document's unsaved values as JSON, in characters: half the maximum size of a row in D1. */
const MAX_CHARACTERS = 1_000_000

/** Tells whether the caller has created this token for this document, and the token has not expired. */
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
 * Stores unsaved values for holders of the token, in place of earlier values. Deletes expired values.
 * @throws HttpError `payload_too_large`
 */
export async function keepUnsaved(c: RequestContext, token: string, fields: Values): Promise<void> {
  if (JSON.stringify(fields).length > MAX_CHARACTERS) {
    throw new HttpError(
      'payload_too_large',
      t('This document is too large for a preview that updates as you type. Save it to see the preview.'),
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
