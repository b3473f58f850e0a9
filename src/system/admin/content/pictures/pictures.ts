import type { FieldData } from '../../../../fields/field-type.ts'
import type { Picture } from '../../../../fields/widgets/picture/picture.ts'
import { callApi, hasPermission, type RequestContext } from '../../../../runtime/kit.ts'
import type { Values } from '../document-values.ts'
import { idsIn } from '../labels.ts'

/** Maximum number of files that a form shows as pictures; others are shown by name. */
const MOST = 100
/** Maximum size in bytes of a picture that is shown in full if it has no thumbnail. */
const MAX_SHOWN = 2_000_000

/**
 * Returns the media files to which a document refers, by id, limited to those that the caller may see, and to `MOST`.
 */
export async function picturesFor(
  c: RequestContext,
  fields: readonly FieldData[],
  values: Values,
): Promise<ReadonlyMap<string, Picture>> {
  const ids = [...(idsIn(fields, [values]).get('media') ?? [])].slice(0, MOST)
  return new Map((await picturesOf(c, ids)).map((picture) => [picture.id, picture]))
}

/** Returns a media file; `null` if there is none that the caller may see. */
export async function pictureOf(c: RequestContext, id: string): Promise<Picture | null> {
  const [picture] = await picturesOf(c, [id])
  return picture ?? null
}

async function picturesOf(c: RequestContext, ids: readonly string[]): Promise<Picture[]> {
  if (ids.length === 0) return []
  const { ok, body } = await callApi(
    c,
    `/api/media?${new URLSearchParams({ ids: ids.join(','), limit: String(MOST) })}`,
  )
  if (!ok) return []
  const mayDescribe = hasPermission(c, 'media.upload')
  return body.data.map((item: Item) => ({
    id: item.id,
    label: item.title || item.originalName,
    type: item.type,
    size: item.size,
    width: item.width,
    height: item.height,
    thumbnail: item.thumbnailUrl ?? (item.type.startsWith('image/') && item.size <= MAX_SHOWN ? item.url : null),
    alt: item.alt,
    focalPoint: item.focalPoint,
    mayDescribe,
  }))
}

/** An item of the media library, as the API returns it. */
interface Item extends Omit<Picture, 'label' | 'thumbnail' | 'mayDescribe'> {
  readonly title: string | null
  readonly originalName: string
  readonly url: string
  readonly thumbnailUrl: string | null
}
