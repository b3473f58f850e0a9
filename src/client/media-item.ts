import type { CallOptions } from './collection.ts'

/** An item of the media library. Times are ISO 8601. */
export interface MediaItem {
  readonly id: string
  /** The key under which the file is served. */
  readonly filename: string
  readonly originalName: string
  /** The MIME type, detected from the file's content. */
  readonly type: string
  /** Size in bytes. */
  readonly size: number
  /** Width in pixels, as displayed. */
  readonly width: number | null
  readonly height: number | null
  /** Address of the file; signed and valid for a limited time if the file is private. */
  readonly url: string
  readonly thumbnailUrl: string | null
  /** The folder's path; empty for the top level. */
  readonly folder: string
  readonly alt: string | null
  readonly title: string | null
  readonly tags: readonly string[]
  /** The most important point of the picture, as fractions of its width and height (0 to 1). */
  readonly focalPoint: { readonly x: number; readonly y: number } | null
  readonly private: boolean
  /** Metadata read from the file: EXIF `orientation`, `duration` in seconds. */
  readonly metadata: { readonly [name: string]: unknown }
  readonly uploadedBy: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The properties of a new item that the response to an upload contains. */
export type UploadedFile = Pick<MediaItem, 'id' | 'filename' | 'url' | 'size' | 'type'>

export interface UploadOptions extends CallOptions {
  /** The folder's path; missing folders are created. */
  readonly folder?: string
  /** Serves the file only at signed addresses and to signed-in users. Default `false`. */
  readonly private?: boolean
}
