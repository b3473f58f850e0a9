import type { Node } from './reference-parts.ts'

const SCHEMAS = '#/components/schemas/'

/**
 * Returns a value without alternatives that refer to these schemas. A single remaining alternative replaces the list.
 */
export function withoutReferences<Value>(value: Value, closed: ReadonlySet<string>): Value {
  return without(value, closed) as Value // the same members as before
}

function without(value: unknown, closed: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, closed))
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...rest } = value as Node
  const inner = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, without(part, closed)]))
  if (!Array.isArray(anyOf)) return inner
  const left = anyOf.filter(({ $ref }) => typeof $ref !== 'string' || !closed.has($ref.slice(SCHEMAS.length)))
  const alternatives = left.map((part) => without(part, closed))
  const isAlone = alternatives.length === 1 && left.length < anyOf.length
  return isAlone ? { ...(alternatives[0] as Node), ...inner } : { anyOf: alternatives, ...inner }
}

interface Document extends Node {
  readonly paths: Node
  readonly components: { readonly [kind: string]: Node }
}

/** Returns the document without components that nothing refers to. */
export function withoutUnused(document: Document): Document {
  const { components } = document
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string' && !used.has(inner)) {
        used.add(inner)
        const [, , kind = '', name = ''] = inner.split('/')
        visit(components[kind]?.[name])
      } else visit(inner)
    }
  }
  visit(document.paths)
  const left = Object.entries(components).map(([kind, entries]) => [
    kind,
    kind === 'securitySchemes' ? entries : pick(entries, (name) => used.has(`#/components/${kind}/${name}`)),
  ])
  return { ...document, components: Object.fromEntries(left) }
}

function pick(object: Node, isKept: (key: string) => boolean): Node {
  return Object.fromEntries(Object.entries(object).filter(([key]) => isKept(key)))
}
