import { originOf } from '../../config/origin.ts'
import { routesOf } from '../../config/plugin-routes.ts'
import { isField } from '../../fields/field-type.ts'

/** A value that differs between two evaluations of a config. */
export interface Difference {
  /** The innermost declaration around it whose call site is known. */
  readonly declaration: object
  /** The way from the declaration's options to it. */
  readonly path: readonly (string | number)[]
}

/** Values of first evaluations, each with the equal value of the second one. */
const equals = new WeakMap<object, object>()

/**
 * Compares the declarations of two evaluations of a config. Functions are compared by their source. A pair that was found
 * equal is not compared again: the first of both is used meanwhile, and a schema may keep what it computes.
 */
export function findDifferences(first: object, second: unknown): Difference[] {
  const comparison = new Comparison()
  comparison.compare(first, second, first, [])
  if (comparison.differences.length === 0) for (const [one, other] of comparison.seen) equals.set(one, other)
  return comparison.differences
}

type Path = Difference['path']

class Comparison {
  readonly differences: Difference[] = []
  readonly seen = new Map<object, object>()

  compare(first: unknown, second: unknown, declaration: object, path: Path): void {
    if (Object.is(first, second)) return
    if (!isComposite(first) || !isComposite(second) || textOf(first) !== textOf(second)) {
      this.differences.push({ declaration, path })
      return
    }
    if (this.seen.has(first) || equals.get(first) === second) return
    this.seen.set(first, second)
    const [owner, from] = originOf(first) === undefined ? [declaration, path] : [first, []]
    const [members, others] = [membersOf(first), membersOf(second)]
    for (const name of new Set([...members.keys(), ...others.keys()])) {
      this.compare(members.get(name), others.get(name), owner, [...from, name])
    }
  }
}

type Composite = object | ((...given: never[]) => unknown)

function isComposite(value: unknown): value is Composite {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** The source of a function or a pattern, the moment of a date, the kind of a field; of other objects, what they are. */
function textOf(value: Composite): string {
  if (isField(value)) return value.kind
  if (typeof value === 'function') return Function.prototype.toString.call(value)
  if (value instanceof RegExp) return String(value)
  return value instanceof Date ? String(value.getTime()) : Object.prototype.toString.call(value)
}

/** Tells whether a value is a schema of zod: its definition says what it is, the rest of it is computed from that. */
function isSchema(value: Composite): value is { readonly _zod: { readonly def: object } } {
  return '_zod' in value && typeof value._zod === 'object' && value._zod !== null && 'def' in value._zod
}

/** Returns the members of a value. The routes of a plugin may have been loaded separately. */
function membersOf(value: Composite): ReadonlyMap<string | number, unknown> {
  if (Array.isArray(value)) return new Map(value.entries())
  if (value instanceof Map || value instanceof Set) return new Map([...value].entries())
  if (isSchema(value)) return new Map(Object.entries(value._zod.def))
  const symbols = Object.getOwnPropertySymbols(value).filter((symbol) => Symbol.keyFor(symbol) !== undefined)
  const registered = symbols.map((symbol) => [String(symbol), Reflect.get(value, symbol)] as const)
  const own = isField(value) ? value.options : value
  const members = new Map<string | number, unknown>([...Object.entries(own as object), ...registered])
  if ('http' in value) members.set('http', { ...(value.http as object), routes: routesOf(value as object) })
  return members
}
