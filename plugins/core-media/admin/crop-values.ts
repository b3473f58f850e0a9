/** What the form of a crop holds, as typed. */
export interface TypedCrop {
  readonly x: string
  readonly y: string
  readonly width: string
  readonly height: string
  readonly degrees: string
}
