import { isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { readRecords } from '../json/read-records.ts'
import { partFiles } from './archive.ts'
import { type Entity, FILE, keyOf, readEntities } from './entities.ts'
import type { LinkIndex } from './links.ts'
import type { Schemas } from './schemas.ts'

/** Fills the index with the entities and links of an export. */
export async function fillIndex(root: string, schemas: Schemas, index: LinkIndex): Promise<void> {
  for await (const entity of readEntities(root)) {
    const { type, id, data } = entity
    const key = keyOf(entity, schemas)
    const updatedAt = typeof data.updatedAt === 'string' ? data.updatedAt : ''
    index.addRow({ type, id, key, isPublished: typeof data.publishedAt === 'string', updatedAt })
    if (type === FILE) for (const name of fileNames(entity)) index.addFileName(name, key)
  }
  for (const file of partFiles(root, 'links')) {
    for await (const { values } of readRecords(file)) addLink(values, index)
  }
}

/** Lists the addresses of a file and of its smaller sizes. */
function fileNames({ data }: Entity): readonly string[] {
  const formats = isJsonObject(data.formats) ? Object.values(data.formats) : []
  return [data, ...formats].flatMap((file) => (isJsonObject(file) && typeof file.url === 'string' ? [file.url] : []))
}

interface Side {
  readonly type: string
  readonly id: string
  readonly field: string
  readonly position: number
}

function addLink({ left, right, kind }: JsonObject, index: LinkIndex): void {
  const [from, to] = [sideOf(left), sideOf(right)]
  if (from === null || to === null || from.field === 'localizations') return
  // A link of a file points to the owner of the file; any other link begins at the owner.
  if (from.type === FILE && kind === 'relation.morph') index.addLink(to, to.position, from)
  else index.addLink(from, from.position, to)
}

function sideOf(side: Json | undefined): Side | null {
  if (!isJsonObject(side)) return null
  const { type, ref, field, pos } = side
  if (typeof type !== 'string' || (typeof ref !== 'number' && typeof ref !== 'string')) return null
  return {
    type,
    id: String(ref),
    field: typeof field === 'string' ? field : '',
    position: typeof pos === 'number' ? pos : 0,
  }
}
