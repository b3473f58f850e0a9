import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { sha256 } from '../../common/hash.ts'
import { query, type Statement } from '../../database/database.ts'
import { keyOfLocale } from '../locale/locale.ts'
import type { Call } from './call.ts'
import type { CollectionResponse } from './respond.ts'

/** Time for which the first response is repeated, in milliseconds: 24 hours. */
const LIFETIME = 24 * 60 * 60 * 1000

/** Returns the statements that store the response. They come first in the batch of the work. */
export type Remember = (response: CollectionResponse) => readonly Statement[]

/**
 * Performs a POST once for each `Idempotency-Key`. The key is stored in the same batch as the work. Of two simultaneous
 * requests, one does the work; the other finds the key taken and returns the response of the first.
 * @param work does the work, with the given statements in its batch
 * @throws HttpError `validation_failed` if the key is invalid, or was used with another body
 */
export async function withIdempotency(
  call: Call,
  body: unknown,
  work: (remember: Remember) => Promise<CollectionResponse>,
): Promise<CollectionResponse> {
  const key = call.c.req.header('idempotency-key')
  if (key === undefined) return work(() => [])
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw refuse(t('The Idempotency-Key must be 1 to 255 printable ASCII characters.'))
  const id = await sha256(JSON.stringify([call.c.get('user')?.id ?? null, call.c.req.path, key]))
  // The same body has another meaning in another locale.
  const bodyHash = await sha256(JSON.stringify(body) + keyOfLocale(call.locale))
  try {
    return await work((response) => keep(id, bodyHash, response, call.now))
  } catch (error) {
    // Whatever the error is, the key may be stored. The request then gets the first response, or is refused because its
    // body is another one.
    const first = await find(call, id)
    if (first === null) throw error
    if (first.bodyHash !== bodyHash) throw refuse(t('The Idempotency-Key was used with another body.'))
    return { ...first.response, headers: { ...first.response.headers, 'Idempotent-Replayed': 'true' } }
  }
}

function keep(id: string, bodyHash: string, response: CollectionResponse, now: number): Statement[] {
  return [
    { sql: 'DELETE FROM idempotency_keys WHERE expires_at <= ?1', values: [now] },
    {
      sql: 'INSERT INTO "idempotency_keys" ("id", "body_hash", "response", "expires_at") VALUES (?1, ?2, ?3, ?4)',
      values: [id, bodyHash, JSON.stringify(response), now + LIFETIME],
    },
  ]
}

async function find(call: Call, id: string): Promise<{ bodyHash: string; response: CollectionResponse } | null> {
  const sql = 'SELECT body_hash, response FROM idempotency_keys WHERE id = ?1 AND expires_at > ?2'
  const [row] = await query(call.runtime.database, sql, [id, call.now])
  if (!row) return null
  return { bodyHash: String(row.body_hash), response: JSON.parse(String(row.response)) as CollectionResponse } // written by `keep`
}

function refuse(message: string): HttpError {
  const errors = [{ path: 'Idempotency-Key', code: 'invalid_value', message }]
  return new HttpError('validation_failed', message, { errors })
}
