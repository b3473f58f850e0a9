import type { UploadedFile } from '../../../client/media-item.ts'

/** Bubbling event that an uploader dispatches when a file has been uploaded: `detail` is an `UploadedDetail`. */
export const UPLOADED = 'lintel:uploaded'

export interface UploadedDetail {
  readonly uploaded: UploadedFile
  readonly file: File
}

/** Bubbling event that a picker dispatches on its host when a file is chosen: `detail` is a `PickedDetail`. */
export const PICKED = 'lintel:media-picked'

export interface PickedDetail {
  readonly id: string
  readonly label: string
  /** Address of a thumbnail; empty if the file has none. */
  readonly thumbnail: string
  /** MIME type of the file. */
  readonly type: string
}

/** Event that a form dispatches on the document to pass files to the page's uploader: `detail` is a list of them. */
export const FILES = 'lintel:files'
