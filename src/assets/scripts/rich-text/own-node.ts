/** A custom node of the field, as the page describes it in `data-nodes`. */
export interface OwnNode {
  readonly type: string
  readonly label: string
  readonly content: 'blocks' | 'inline' | 'none'
  readonly inline: boolean
  /** True if none of its attributes is required. */
  readonly isInsertable: boolean
  /** True if it has attributes. */
  readonly isEditable: boolean
  /** Name of the attribute that identifies the node; `null` if no attribute does. */
  readonly shows: string | null
}
