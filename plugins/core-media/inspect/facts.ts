/** What a file's own bytes say of it. What they do not say is absent. */
export interface Facts {
  /** In pixels, as displayed: with the orientation applied. */
  readonly width?: number
  readonly height?: number
  /** EXIF orientation, 2 to 8; absent where the pixels lie as they are displayed. */
  readonly orientation?: number
  /** In seconds. */
  readonly duration?: number
  /** Why there is no thumbnail. */
  readonly thumbnailError?: string
}
