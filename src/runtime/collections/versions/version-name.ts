import { isJsonObject } from '../../../fields/field-data.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { batch } from '../../database/database.ts'
import { readJson } from '../../input/body.ts'
import { type Call, render, requireAllowed } from '../request/call.ts'
import { load } from '../request/load.ts'
import { send } from '../request/respond.ts'
import { noVersion, versionNumbers } from './versions.ts'

/** Maximum length of a version's name in characters. */
const MAX_LENGTH = 100

/** Maximum number of named versions of a document. Named versions are never deleted automatically. */
export const MAX_NAMED = 50

/**
 * `PATCH /api/<collection>/:id/versions/:version`: names a version, or removes its name. Named versions are never
 * deleted automatically.
 */
export async function nameVersion(call: Call, id: string, version: string): Promise<TextResponse> {
  const name = readName(await readJson(call.c))
  requireAllowed(call, call.plan.collection.access.update, await load(call, id))
  const numbers = versionNumbers(version)
  const [table, column] =
    numbers.length === 1 ? ['content_versions', 'version'] : ['content_draft_versions', 'revision']
  const [named = []] = await batch(call.runtime.database, [
    {
      sql: sqlText`
        UPDATE "${table}" SET "name" = ?1
        WHERE "document_id" = ?2 AND "version" = ?3 AND "${column}" = ?4
        AND (?1 IS NULL OR "name" IS NOT NULL OR ${COUNT} < ${MAX_NAMED}) RETURNING 1
      `,
      values: [name, id, numbers[0], numbers[1] ?? numbers[0]],
    },
  ])
  if (named.length === 0) await explain(call, id, version)
  const text = JSON.stringify({ data: { id, version: numbers[0], draft: numbers[1] ?? null, name } })
  return send(call.c, { status: 200, text: render(call, text), headers: {} })
}

const COUNT = ['content_versions', 'content_draft_versions']
  .map((table) => `(SELECT count(*) FROM "${table}" WHERE "document_id" = ?2 AND "name" IS NOT NULL)`)
  .join(' + ')

async function explain(call: Call, id: string, version: string): Promise<never> {
  const numbers = versionNumbers(version)
  const [found = []] = await batch(call.runtime.database, [
    numbers.length === 1
      ? { sql: 'SELECT 1 FROM content_versions WHERE document_id = ?1 AND version = ?2', values: [id, ...numbers] }
      : {
          sql: 'SELECT 1 FROM content_draft_versions WHERE document_id = ?1 AND version = ?2 AND revision = ?3',
          values: [id, ...numbers],
        },
  ])
  if (found.length === 0) throw noVersion(version)
  const detail = t('{max} versions of this document already have names. Remove one first.', { max: MAX_NAMED })
  throw new HttpError('conflict', detail)
}

function readName(body: unknown): string | null {
  const name = isJsonObject(body) && Object.keys(body).every((key) => key === 'name') ? body.name : undefined
  if (name === null) return null
  const text = typeof name === 'string' ? name.trim() : ''
  if (text !== '' && text.length <= MAX_LENGTH) return text
  const message = t('A name has 1 to {max} characters; null removes it.', { max: MAX_LENGTH })
  throw new HttpError('validation_failed', message, { errors: [{ path: 'name', code: 'invalid_value', message }] })
}
