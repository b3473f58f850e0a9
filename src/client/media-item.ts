import type { CallOptions } from './collection.ts'

/** An item of the media library. Times are ISO 8601. */
export interface MediaItem {
  readonly id: string
  /** The key under which the file is served. */
  readonly filename: string
  readonly originalName: string
  /** The MIME type, as the bytes say. */
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** In pixels, as displayed. */
  readonly width: number | null
  readonly height: number | null
  /** Of a private file signed, for a limited time. */
  readonly url: string
  readonly thumbnailUrl: string | null
  /** The folder's path; empty at the top. */
  readonly folder: string
  readonly alt: string | null
  readonly title: string | null
  readonly tags: readonly string[]
  /** The most important point of the picture: parts of its width and height, from 0 to 1. */
  readonly focalPoint: { readonly x: number; readonly y: number } | null
  readonly private: boolean
  /** Metadata read from the file: EXIF `orientation`, `duration` in seconds. */
  readonly metadata: { readonly [name: string]: unknown }
  readonly uploadedBy: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A file as an upload returns it. */
export type UploadedFile = Pick<MediaItem, 'id' | 'filename' | 'url' | 'size' | 'type'>

export interface UploadOptions extends CallOptions {
  /** The folder's path; it is made where it is not there. */
  readonly folder?: string
  /** Served at signed addresses only, and to whoever is signed in. Default `false`. */
  readonly private?: boolean
}
