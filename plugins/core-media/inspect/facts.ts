/** Metadata read from the bytes of a file. Properties that the bytes do not contain are absent. */
export interface Facts {
  /** Width in pixels, as displayed: with the orientation applied. */
  readonly width?: number
  readonly height?: number
  /** EXIF orientation, 2 to 8; absent if the pixels are stored as they are displayed. */
  readonly orientation?: number
  /** Duration in seconds. */
  readonly duration?: number
  /** Reason why there is no thumbnail. */
  readonly thumbnailError?: string
}

/** A range of a stored file, in bytes, that is served with other bytes: `text`, then zeros. */
export interface Replacement {
  readonly offset: number
  readonly length: number
  /** ASCII text of at most `length` characters. */
  readonly text: string
}

/** Metadata stored with a file. */
export interface StoredFacts extends Facts {
  /** Ranges that are never served as stored: private metadata of films that could not be removed during the upload. */
  readonly replaced?: readonly Replacement[]
}
