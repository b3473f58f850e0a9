/** A file for browsers, before its name has its hash. */
export interface Asset {
  /** `admin.css` */
  readonly name: string
  readonly text: string
}
