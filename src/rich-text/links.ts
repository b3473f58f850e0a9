import type { RichText, RichTextMark, RichTextNode } from './document.ts'

/**
 * A document of the service that a link leads to. It is stored instead of an address, so that the link stays valid when
 * the document's address changes.
 */
export interface DocumentLink {
  readonly collection: string
  readonly documentId: string
}

/** Returns the document that a link leads to; `null` for a link with an address, and for everything else. */
export function documentLinkOf({ type, attrs }: RichTextMark | RichTextNode): DocumentLink | null {
  const { collection, documentId } = attrs ?? {}
  return type === 'link' && typeof collection === 'string' && typeof documentId === 'string'
    ? { collection, documentId }
    : null
}

/** Calls `visit` with the document of each link to a document. */
export function visitDocumentLinks({ content }: Pick<RichTextNode, 'content'>, visit: (link: DocumentLink) => void) {
  for (const node of content ?? []) {
    for (const mark of node.marks ?? []) {
      const link = documentLinkOf(mark)
      if (link) visit(link)
    }
    visitDocumentLinks(node, visit)
  }
}

/**
 * Returns rich text with the address of each linked document as `href`; links to documents without an address get none.
 * Returns the same object if it does not link to documents.
 */
export function withAddresses<Tree extends RichText | RichTextNode>(
  tree: Tree,
  addressOf: (link: DocumentLink) => string | null,
): Tree {
  let isLinked = false
  visitDocumentLinks(tree, () => {
    isLinked = true
  })
  return isLinked ? (addressed(tree as RichTextNode, addressOf) as Tree) : tree // the node keeps its type
}

function addressed(node: RichTextNode, addressOf: (link: DocumentLink) => string | null): RichTextNode {
  const { marks, content } = node
  return {
    ...node,
    ...(marks && { marks: marks.map((mark) => addressedMark(mark, addressOf)) }),
    ...(content && { content: content.map((child) => addressed(child, addressOf)) }),
  }
}

function addressedMark(mark: RichTextMark, addressOf: (link: DocumentLink) => string | null): RichTextMark {
  const link = documentLinkOf(mark)
  if (!link) return mark
  const { href: _, ...attrs } = mark.attrs ?? {}
  const href = addressOf(link)
  return { ...mark, attrs: href === null ? attrs : { ...attrs, href } }
}
