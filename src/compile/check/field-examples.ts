/** Declarations of the types that cannot do without options, as they can be pasted. */
const EXAMPLES: Readonly<Record<string, (target: string) => string>> = {
  select: () => "field.select({ options: ['first', 'second'] })",
  reference: (target) => `field.reference('${target}')`,
  references: (target) => `field.references('${target}')`,
  group: () => 'field.group({ fields: { title: field.string() } })',
  list: () => 'field.list({ of: field.string() })',
  blocks: () => 'field.blocks({ of: { quote: { text: field.text() } } })',
}

/**
 * A whole declaration of a type, for the hint of one that lacks something; none for a type that needs nothing.
 * @param target a collection that a reference could lead to
 */
export function exampleHint(kind: string, target: string): { readonly hint?: string } {
  const example = EXAMPLES[kind]?.(target)
  return example === undefined ? {} : { hint: `For example: ${example}` }
}
