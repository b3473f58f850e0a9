import { join } from 'node:path'
import type { JsonObject } from 'lintel/importing'
import { resolveUrl } from '../origin.ts'
import type { SourceAsset } from '../source.ts'
import { fileWithin, safePath } from '../text/files.ts'
import { idOf, type PayloadCollection } from './collections.ts'
import { fileKey } from './read-document.ts'

/** Properties of an upload that describe the file itself. */
const OF_FILE = new Set(
  (
    'id alt title updatedAt createdAt url thumbnailURL filename mimeType filesize width height focalX focalY sizes prefix ' +
    '_key _status folder'
  ).split(' '),
)

/**
 * Returns the file of a document. It is searched for below the root: in a folder with the name of the collection, and
 * then in the root itself.
 */
export function assetOf(
  document: JsonObject,
  collection: PayloadCollection,
  root: string,
  origin: string | null,
): SourceAsset {
  const filename = safePath(textOf(document.filename) ?? '')
  return {
    key: fileKey(collection.kind, idOf(document) ?? filename),
    path: fileWithin(root, join(collection.kind, filename)) ?? fileWithin(root, filename),
    url: resolveUrl(textOf(document.url), origin),
    filename,
    alt: textOf(document.alt),
    title: textOf(document.title),
  }
}

/** Lists the names of an upload's properties that have a value and do not describe the file (`OF_FILE`). */
export function restOf(document: JsonObject): readonly string[] {
  return Object.entries(document).flatMap(([name, value]) =>
    OF_FILE.has(name) || value === null || value === '' ? [] : [name],
  )
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
