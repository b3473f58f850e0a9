/** Maximum number of siblings that are compared to find out what was added or removed. */
const AHEAD = 20

/** Attributes that users change by using the page. */
const OF_READERS = ['open', 'value', 'checked']

/**
 * Gives a node the children of another one and reuses existing nodes: those with the same `id` or an equal content,
 * otherwise those of the same kind at the same position. Scripts and elements with `data-lintel-keep` are not changed.
 */
export function morphChildren(parent: Node, next: Node): void {
  let at = parent.firstChild
  for (const target of [...next.childNodes]) {
    const found = counterpart(at, target)
    if (found === null) {
      parent.insertBefore(document.importNode(target, true), at)
      continue
    }
    while (at !== null && at !== found) {
      const gone = at
      at = at.nextSibling
      gone.remove()
    }
    at = found.nextSibling
    morph(found, target)
  }
  while (at !== null) {
    const gone = at
    at = at.nextSibling
    gone.remove()
  }
}

/** Returns the existing node, at or after a position, that becomes `target`; `null` if `target` is new. */
function counterpart(at: ChildNode | null, target: ChildNode): ChildNode | null {
  if (at === null) return null
  if (!(target instanceof Element)) return isSameKind(at, target) ? at : null
  const isAlike = (node: ChildNode): boolean => (target.id === '' ? node.isEqualNode(target) : isSameKind(node, target))
  const found = following(at).find(isAlike)
  if (found) return found
  // The current element may match a later sibling: then `target` was inserted before it.
  const isNew = at instanceof Element && following(target.nextSibling).some((later) => at.isEqualNode(later))
  return isSameKind(at, target) && !isNew ? at : null
}

function following(first: ChildNode | null): readonly ChildNode[] {
  const nodes: ChildNode[] = []
  for (let node = first; node !== null && nodes.length < AHEAD; node = node.nextSibling) nodes.push(node)
  return nodes
}

function isSameKind(node: ChildNode, target: ChildNode): boolean {
  return node.nodeName === target.nodeName && idOf(node) === idOf(target)
}

function idOf(node: ChildNode): string {
  return node instanceof Element ? node.id : ''
}

function morph(node: ChildNode, target: ChildNode): void {
  if (node.isEqualNode(target)) return
  if (!(node instanceof Element && target instanceof Element)) {
    node.nodeValue = target.nodeValue
    return
  }
  if (node.hasAttribute('data-lintel-keep') || node.nodeName === 'SCRIPT') return
  for (const { name } of [...node.attributes]) {
    if (!target.hasAttribute(name) && !OF_READERS.includes(name)) node.removeAttribute(name)
  }
  for (const { name, value } of target.attributes) {
    if (node.getAttribute(name) !== value && !OF_READERS.includes(name)) node.setAttribute(name, value)
  }
  morphChildren(node, target)
}
