/** What a file's own bytes say of it. What they do not say is absent. */
export interface Facts {
  /** In pixels, as displayed: with the orientation applied. */
  readonly width?: number
  readonly height?: number
  /** EXIF orientation, 2 to 8; absent where the pixels lie as they are displayed. */
  readonly orientation?: number
  /** In seconds. */
  readonly duration?: number
  /** Reason why there is no thumbnail. */
  readonly thumbnailError?: string
}

/** A stretch of a stored file, in bytes, in place of which other bytes are served: `text`, then zeros. */
export interface Replacement {
  readonly offset: number
  readonly length: number
  /** In ASCII, not longer than the stretch. */
  readonly text: string
}

/** What is written down with a file. */
export interface StoredFacts extends Facts {
  /** What is never served as it is stored: private metadata of films that could not be cleaned on their way in. */
  readonly replaced?: readonly Replacement[]
}
