import { join } from 'node:path'
import { createLeftOut, type LeftOut } from '../left-out.ts'
import { originOf, resolveUrl } from '../origin.ts'
import type { Source, SourceAsset, SourceKind, SourceOptions, SourceReader, SourceRecord } from '../source.ts'
import { createProblemCollector } from '../source-problems.ts'
import { fileWithin, isFolder, safePath } from '../text/files.ts'
import { isUnpacked, openArchive } from './archive.ts'
import { type Entity, FILE, keyOf, readEntities } from './entities.ts'
import { createLinkIndex } from './links.ts'
import { readValues, type StrapiContext, valuesOf } from './read-entity.ts'
import { fillIndex } from './read-links.ts'
import { readSchemas, type Schema } from './schemas.ts'

/** Reads the exports that `strapi export` of Strapi 4 and 5 writes. */
export const strapiReader: SourceReader = {
  format: 'strapi',
  reads: 'an archive that `strapi export --no-encrypt` wrote, or its folder',
  options: ['origin'],
  accepts: async (path) =>
    isFolder(path) ? isUnpacked(path) : /\.(?:tar|tgz|tar\.gz|tar\.enc|tar\.gz\.enc)$/.test(path),
  open,
}

async function open(path: string, options: SourceOptions): Promise<Source> {
  const origin = originOf(options)
  const { root, dispose } = await openArchive(path)
  const index = createLinkIndex()
  const close = async () => {
    index.dispose()
    await dispose()
  }
  try {
    const schemas = await readSchemas(root)
    await fillIndex(root, schemas, index)
    return sourceOf(root, { schemas, index, origin }, close)
  } catch (error) {
    await close()
    throw error
  }
}

function sourceOf(root: string, context: StrapiContext, dispose: () => Promise<void>): Source {
  const contentTypes = [...context.schemas.values()].filter(isContent)
  const leftOut = createLeftOut()
  return {
    format: 'strapi',
    kinds: contentTypes.map((schema) => kindOf(schema, context)),
    records: async function* () {
      leftOut.clear()
      for await (const entity of readEntities(root)) {
        const record = readEntity(entity, context, leftOut)
        if (record !== null) yield record
      }
    },
    assets: async function* () {
      for await (const entity of readEntities(root)) {
        if (entity.type === FILE) yield assetOf(entity, keyOf(entity, context.schemas), root, context.origin)
      }
    },
    get leftOut() {
      return leftOut.sentences()
    },
    problems: createProblemCollector(), // a damaged archive is refused as a whole
    dispose,
  }
}

/** Tells whether a content type belongs to the project itself. */
function isContent({ uid, isComponent }: Schema): boolean {
  return !isComponent && uid.startsWith('api::')
}

function kindOf(schema: Schema, context: StrapiContext): SourceKind {
  const { uid, hasDrafts, isLocalized } = schema
  const status = statusName(schema)
  return {
    name: uid,
    values: {
      ...Object.fromEntries(valuesOf(schema, context)),
      createdAt: { is: 'time' },
      updatedAt: { is: 'time' },
      ...(hasDrafts && { publishedAt: { is: 'time' }, [status]: { is: 'status' } }),
      ...(isLocalized && { locale: { is: 'text' }, documentId: { is: 'text' } }),
    },
    system: {
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
      ...(hasDrafts && { publishedAt: 'publishedAt', status }),
    },
    isPublic: !hasDrafts,
  }
}

function statusName({ attributes }: Schema): string {
  return attributes.has('status') ? '_status' : 'status'
}

/**
 * Converts a row to a record. Returns `null` for a row that is not content of the project, and for the draft of a
 * published document.
 */
function readEntity(entity: Entity, context: StrapiContext, leftOut: LeftOut): SourceRecord | null {
  const { type, id, data, place } = entity
  const schema = context.schemas.get(type)
  if (type === FILE) return null
  if (schema === undefined || !isContent(schema)) {
    leftOut.add(`entry of ${type}`, `entries of ${type}`)
    return null
  }
  const key = keyOf(entity, context.schemas)
  const isPublished = typeof data.publishedAt === 'string'
  const published = schema.hasDrafts && !isPublished ? context.index.publishedRow(type, key) : null
  if (published !== null) {
    if (String(data.updatedAt) > published) {
      leftOut.add('draft that is newer than the published version', 'drafts that are newer than the published version')
    }
    return null
  }
  const { createdAt = null, updatedAt = null, publishedAt = null, locale = null, documentId = null } = data
  const values = {
    ...readValues(schema, id, data, context),
    createdAt,
    updatedAt,
    ...(schema.hasDrafts && { publishedAt, [statusName(schema)]: isPublished ? 'published' : 'draft' }),
    ...(schema.isLocalized && { locale, documentId }),
  }
  return { kind: type, key, values, place }
}

function assetOf({ data }: Entity, key: string, root: string, origin: string | null): SourceAsset {
  const text = (name: string) => (typeof data[name] === 'string' && data[name] !== '' ? data[name] : null)
  const stored = safePath(`${text('hash') ?? ''}${text('ext') ?? ''}`)
  const path = stored === '' ? null : fileWithin(root, join('assets', 'uploads', stored))
  return {
    key,
    path,
    url: resolveUrl(text('url'), origin),
    // A file in the export keeps its own name; any other file is searched for by the name that Strapi gave it.
    filename: (path === null ? '' : safePath(text('name') ?? '')) || stored || key,
    alt: text('alternativeText'),
    title: text('caption'),
  }
}
