/** A custom node of the field, as the page describes it in `data-nodes`. */
export interface OwnNode {
  readonly type: string
  readonly label: string
  readonly content: 'blocks' | 'inline' | 'none'
  readonly inline: boolean
  /** Whether none of its attributes is required. */
  readonly isInsertable: boolean
  /** Whether it has attributes. */
  readonly isEditable: boolean
  /** Name of the attribute that identifies the node; `null` without one. */
  readonly shows: string | null
}
