/** A file of the media library as a form shows it. */
export interface Picture {
  readonly id: string
  readonly label: string
  /** The MIME type. */
  readonly type: string
  /** In bytes. */
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  /** Address of a small picture; `null` where only an icon can stand for the file. */
  readonly thumbnail: string | null
  readonly alt: string | null
  /** Fractions of width and height, from 0 to 1. */
  readonly focalPoint: { readonly x: number; readonly y: number } | null
  /** The reader may change alternative text and focal point. */
  readonly mayDescribe: boolean
}
