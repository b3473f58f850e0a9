import { isJsonObject, type JsonObject } from 'lintel/importing'
import { readRecords } from '../json/read-records.ts'
import { sourceFailure } from '../text/source-failure.ts'
import { partFiles } from './archive.ts'
import type { Schemas } from './schemas.ts'

/** Row of a content type: a document, its draft, a translation, or a file. */
export interface Entity {
  readonly type: string
  readonly id: string
  readonly data: JsonObject
  readonly place: { readonly file: string; readonly line: number }
}

/** Content type of uploaded files. */
export const FILE = 'plugin::upload.file'

export async function* readEntities(root: string): AsyncGenerator<Entity> {
  for (const file of partFiles(root, 'entities')) {
    for await (const { values, line } of readRecords(file)) {
      const { type, id, data } = values
      if (typeof type !== 'string' || (typeof id !== 'number' && typeof id !== 'string') || !isJsonObject(data)) {
        throw sourceFailure(file.name, line, 'Not a Strapi entity: it lacks a type, an id or data.')
      }
      yield { type, id: String(id), data, place: { file: file.name, line } }
    }
  }
}

/**
 * Returns the key of a row's document; each translation is a document of its own. In Strapi 5, a draft and its
 * published row have the same `documentId`; in Strapi 4, each document has one row.
 */
export function keyOf({ type, id, data }: Pick<Entity, 'type' | 'id' | 'data'>, schemas: Schemas): string {
  const { documentId, locale } = data
  if (typeof documentId !== 'string') return id
  return schemas.get(type)?.isLocalized && typeof locale === 'string' ? `${documentId}:${locale}` : documentId
}
