/** Content of a message of the service, before it is laid out as HTML and as text. All of it is plain text. */
export interface Content {
  readonly subject: string
  /** Text that an inbox shows beside the subject. */
  readonly preview: string
  readonly title: string
  /** Name in the greeting; `undefined` for no name. */
  readonly name: string | undefined
  readonly paragraphs: readonly string[]
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Alternative to the main link. */
  readonly also?: { readonly label: string; readonly url: string }
  /** A code to type. */
  readonly code?: string
  /** Said in small print below. */
  readonly notes: readonly string[]
}

/** The plugin whose message it is. */
export interface Sender {
  readonly name: string
  /** `undefined` for the name as text. */
  readonly logoUrl: string | undefined
}
