/** Content of a message before it is formatted as HTML and as text. All values are plain text. */
export interface Content {
  readonly subject: string
  /** Text that an inbox shows beside the subject. */
  readonly preview: string
  readonly title: string
  /** Name in the greeting; `undefined` for a greeting without a name. */
  readonly name: string | undefined
  readonly paragraphs: readonly string[]
  /** The main link. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Alternative to the main link. */
  readonly also?: { readonly label: string; readonly url: string }
  /** A code that the recipient types. */
  readonly code?: string
  /** Notes in small print at the end. */
  readonly notes: readonly string[]
}

/** The service that sends the message, as the message shows it. */
export interface Sender {
  readonly name: string
  /** Address of the logo; `undefined` to show the name as text. */
  readonly logoUrl: string | undefined
}
