import type { Size } from './geometry.ts'

/** Format of every thumbnail. */
export const THUMBNAIL_FORMAT = 'webp'

/** Returns the path of a file's thumbnail, as stored with the file. */
export function thumbnailPath(key: string, { width, height }: Size): string {
  return `/images/${key}?w=${width}&h=${height}&fit=inside&format=${THUMBNAIL_FORMAT}`
}
