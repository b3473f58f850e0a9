/** A node that the field declares, as the page describes it in `data-nodes`. */
export interface OwnNode {
  readonly type: string
  readonly label: string
  readonly content: 'blocks' | 'inline' | 'none'
  readonly inline: boolean
  /** None of its attributes has to be given. */
  readonly isInsertable: boolean
  /** It has attributes. */
  readonly isEditable: boolean
  /** Name of the attribute that tells one of them from another. */
  readonly shows: string | null
}
