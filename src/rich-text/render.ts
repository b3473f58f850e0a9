import type { AnyNodes, BuiltInNode, RichText, RichTextMark, RichTextNode } from './document.ts'
import { type Element, elementOf, type LinkTo, type Resolve } from './elements.ts'
import type { Embeds } from './embed-frames.ts'
import { runsOf } from './runs.ts'

/** A node of one type, with the attributes that its field declares. */
export type NodeOf<Own extends object, Type> = Type extends keyof Own
  ? Omit<RichTextNode, 'attrs'> & { readonly attrs: Own[Type] }
  : RichTextNode

/** Renderers by type of node: of custom nodes, and of built-in nodes whose rendering they override. */
export type NodeRenderers<Output, Own extends object = AnyNodes> = {
  readonly [Type in keyof Own | BuiltInNode]?: (part: {
    readonly node: NodeOf<Own, Type>
    readonly children: Output
  }) => Output
}

/** Renderers by type of mark, which override the built-in ones. */
export type MarkRenderers<Output> = {
  readonly [Type in RichTextMark['type']]?: (part: { readonly mark: RichTextMark; readonly children: Output }) => Output
}

/** A node, mark or address that was left out. The children of a node or mark are still rendered. */
export interface LeftOut {
  /**
   * Kind of the omitted part. `node` and `mark`: of an unknown type. `address`: unsafe for a browser, or refused by
   * `resolve` or `link`.
   */
  readonly what: 'node' | 'mark' | 'address'
  readonly type: string
  readonly of: RichTextNode | RichTextMark
}

export interface RenderOptions<Output, Own extends object = AnyNodes> {
  readonly nodes?: NodeRenderers<Output, Own>
  readonly marks?: MarkRenderers<Output>
  /**
   * Returns the address to show for a link or an image: `(address, of) => new URL(address,
   * 'https://cms.example.com').href`. `of` is the link's mark or the image's node, whose `attrs.mediaId` is the id in
   * the media library. `null` leaves out the image, or the link around its text.
   */
  readonly resolve?: Resolve
  /**
   * Returns the address of a document that a link leads to:
   * `({ collection, documentId, href }) => href ?? '/posts/' + documentId`. Default: the address that `populate` added.
   * If there is no address, only the link's text is rendered.
   */
  readonly link?: LinkTo
  /** Custom providers of embeds, as the field declares them. Built-in providers need not be listed. */
  readonly embeds?: Embeds
  /** Called with everything that could not be rendered. Default: ignored. */
  readonly onLeftOut?: (left: LeftOut) => void
}

/** An output format: how to make its parts and how to join them. */
export interface Target<Output> {
  readonly text: (text: string) => Output
  readonly element: (element: Element, children: readonly Output[]) => Output
  readonly join: (parts: readonly Output[]) => Output
}

/** Renders rich text, or some of its nodes. */
export function render<Output, Own extends object>(
  document: RichText<Own> | readonly RichTextNode[],
  target: Target<Output>,
  { nodes = {}, marks = {}, onLeftOut, ...addresses }: RenderOptions<Output, Own>,
): Output {
  const inside = (children: readonly RichTextNode[] = [], level = 0): Output[] =>
    runsOf(children, level).map((run) =>
      run.mark
        ? renderOne(run.mark, 'mark', () => inside(run.nodes, level + 1))
        : run.node.type === 'text'
          ? target.text(run.node.text ?? '')
          : renderOne(run.node, 'node', () => inside(run.node.content)),
    )
  const renderOne = (of: RichTextNode | RichTextMark, what: 'node' | 'mark', children: () => Output[]): Output => {
    const known = (what === 'node' ? nodes : marks) as { [type: string]: (part: object) => Output } // by type
    const renderer = Object.hasOwn(known, of.type) && known[of.type]
    if (renderer) return renderer({ [what]: of, children: target.join(children()) })
    const element = elementOf(of, addresses)
    if (typeof element === 'object') return target.element(element, children())
    onLeftOut?.({ what: element === 'unsafe' ? 'address' : what, type: of.type, of })
    return target.join(children())
  }
  return target.join(inside('type' in document ? document.content : document))
}
