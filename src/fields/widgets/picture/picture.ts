/** A file of the media library as forms show it. */
export interface Picture {
  readonly id: string
  readonly label: string
  /** MIME type of the file. */
  readonly type: string
  /** Size in bytes. */
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  /** Address of a thumbnail; `null` for a file that is shown as an icon. */
  readonly thumbnail: string | null
  readonly alt: string | null
  /** Fractions of width and height, from 0 to 1. */
  readonly focalPoint: { readonly x: number; readonly y: number } | null
  /** True if the user may change alternative text and focal point. */
  readonly mayDescribe: boolean
}
