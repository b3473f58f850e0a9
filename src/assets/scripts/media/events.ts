import type { UploadedFile } from '../../../client/media-item.ts'

/** Event that an uploader dispatches, bubbling, when a file has come in: `detail` is an `UploadedDetail`. */
export const UPLOADED = 'lintel:uploaded'

export interface UploadedDetail {
  readonly uploaded: UploadedFile
  readonly file: File
}

/** Event that a picker dispatches on its host, bubbling, when a file is chosen: `detail` is a `PickedDetail`. */
export const PICKED = 'lintel:media-picked'

export interface PickedDetail {
  readonly id: string
  readonly label: string
  /** Address of a small picture of it; empty where there is none. */
  readonly thumbnail: string
  /** The MIME type. */
  readonly type: string
}

/** Event that a form dispatches on the document to hand files to the page's uploader: `detail` is a list of them. */
export const FILES = 'lintel:files'
