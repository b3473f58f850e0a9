/** A file for browsers, before a hash is added to its name. */
export interface Asset {
  /** Name of the file: `admin.css` */
  readonly name: string
  readonly text: string
}
