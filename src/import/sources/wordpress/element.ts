/** Element of a WXR file, with its contents. */
export interface WxrElement {
  readonly name: string
  readonly attributes: { readonly [name: string]: string }
  readonly children: WxrElement[]
  /** Text of the element itself, without the text of its children. */
  text: string
  /** Line of the start tag. */
  readonly line: number
}

/** Returns the text of the first child with a name; `''` if there is none. */
export function childText(element: WxrElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

export function childrenOf(element: WxrElement, name: string): readonly WxrElement[] {
  return element.children.filter((child) => child.name === name)
}

/** Returns the values of `wp:postmeta` or `wp:termmeta` by key, in their order. */
export function metaOf(element: WxrElement, name: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const child of childrenOf(element, name)) {
    const key = childText(child, 'wp:meta_key')
    const value = childText(child, 'wp:meta_value')
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return found
}
