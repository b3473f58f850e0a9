/** What a reference may be set to. */
export interface Option {
  readonly id: string
  readonly label: string
  /** Of an image in the media library. */
  readonly thumbnail?: string
}
