/** Maximum number of siblings that are compared to find out what was added or removed. */
const AHEAD = 20

/** Attributes that users change by using the page. */
const OF_READERS = ['open', 'value', 'checked']

/**
 * Gives an element the children of another one and reuses equal elements, which are found by `id`, otherwise by kind
 * and position. An element with `data-lintel-keep` is not changed.
 */
export function morphChildren(parent: Node, next: Node): void {
  let at = parent.firstChild
  for (const wanted of [...next.childNodes]) {
    const found = counterpart(at, wanted)
    if (found === null) {
      parent.insertBefore(document.importNode(wanted, true), at)
      continue
    }
    while (at !== null && at !== found) {
      const gone = at
      at = at.nextSibling
      gone.remove()
    }
    at = found.nextSibling
    morph(found, wanted)
  }
  while (at !== null) {
    const gone = at
    at = at.nextSibling
    gone.remove()
  }
}

/** Returns the existing node, at or after a position, that becomes `wanted`; `null` if `wanted` is new. */
function counterpart(at: ChildNode | null, wanted: ChildNode): ChildNode | null {
  if (at === null) return null
  if (!(wanted instanceof Element)) return isSameKind(at, wanted) ? at : null
  const isAlike = (node: ChildNode): boolean => (wanted.id === '' ? node.isEqualNode(wanted) : isSameKind(node, wanted))
  const found = following(at).find(isAlike)
  if (found) return found
  // The current element may match a later sibling: then `wanted` was inserted before it.
  const isNew = at instanceof Element && following(wanted.nextSibling).some((later) => at.isEqualNode(later))
  return isSameKind(at, wanted) && !isNew ? at : null
}

function following(first: ChildNode | null): readonly ChildNode[] {
  const nodes: ChildNode[] = []
  for (let node = first; node !== null && nodes.length < AHEAD; node = node.nextSibling) nodes.push(node)
  return nodes
}

function isSameKind(node: ChildNode, wanted: ChildNode): boolean {
  return node.nodeName === wanted.nodeName && idOf(node) === idOf(wanted)
}

function idOf(node: ChildNode): string {
  return node instanceof Element ? node.id : ''
}

function morph(node: ChildNode, wanted: ChildNode): void {
  if (node.isEqualNode(wanted)) return
  if (!(node instanceof Element && wanted instanceof Element)) {
    node.nodeValue = wanted.nodeValue
    return
  }
  if (node.hasAttribute('data-lintel-keep') || node.nodeName === 'SCRIPT') return
  for (const { name } of [...node.attributes]) {
    if (!wanted.hasAttribute(name) && !OF_READERS.includes(name)) node.removeAttribute(name)
  }
  for (const { name, value } of wanted.attributes) {
    if (node.getAttribute(name) !== value && !OF_READERS.includes(name)) node.setAttribute(name, value)
  }
  morphChildren(node, wanted)
}
