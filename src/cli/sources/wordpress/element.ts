/** An element of a WXR file with all that is in it. */
export interface WxrElement {
  readonly name: string
  readonly attributes: { readonly [name: string]: string }
  readonly children: WxrElement[]
  /** Its own text, without that of its children. */
  text: string
  /** Line of its start tag. */
  readonly line: number
}

/** Text of the first child of a name, `''` if there is none. */
export function childText(element: WxrElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

export function childrenOf(element: WxrElement, name: string): readonly WxrElement[] {
  return element.children.filter((child) => child.name === name)
}

/** Values of `wp:postmeta` or `wp:termmeta` by key, in their order. */
export function metaOf(element: WxrElement, name: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const child of childrenOf(element, name)) {
    const key = childText(child, 'wp:meta_key')
    const value = childText(child, 'wp:meta_value')
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return found
}
