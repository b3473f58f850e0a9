/** Metadata read from a file's own bytes. Properties that these do not tell are absent. */
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

/** Metadata stored with a file. */
export interface StoredFacts extends Facts {
  /** Parts that are never served as stored: private metadata of films that could not be removed during the upload. */
  readonly replaced?: readonly Replacement[]
}
