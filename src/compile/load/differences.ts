import { routesOf } from '../../config/plugin-routes.ts'
import { isField } from '../../fields/field-type.ts'
import { originOf } from '../../ground/origin.ts'

/** Value that differs between two evaluations of a config. */
export interface Difference {
  /** Innermost enclosing declaration whose call site is known. */
  readonly declaration: object
  /** Path from the options of the declaration to the value. */
  readonly path: readonly (string | number)[]
}

/** Values of second evaluations, keyed by the equal values of first ones. */
const equals = new WeakMap<object, object>()

/**
 * Compares the declarations of two evaluations of a config. Functions are compared by their source. Pairs that were
 * equal are not compared again: the first config is in use by then, and a schema may cache computed values.
 */
export function findDifferences(first: object, second: unknown): Difference[] {
  const comparison = new Comparison()
  comparison.compare(first, second, first, [])
  if (comparison.differences.length === 0)
    for (const [value, counterpart] of comparison.pairs()) equals.set(value, counterpart)
  return comparison.differences
}

type Path = Difference['path']

/** Maximum depth of nested values. A getter that creates a new object for each read would have no end. */
const MAX_DEPTH = 500

class Comparison {
  readonly differences: Difference[] = []
  /** Counterparts with which a value was compared. A value that occurs several times may have several. */
  readonly #seen = new Map<object, Set<object>>()

  compare(first: unknown, second: unknown, declaration: object, path: Path, depth = 0): void {
    if (Object.is(first, second)) return
    if (!isComposite(first) || !isComposite(second) || textOf(first) !== textOf(second) || depth > MAX_DEPTH) {
      this.differences.push({ declaration, path })
      return
    }
    const counterparts = this.#seen.get(first) ?? new Set()
    if (counterparts.has(second) || equals.get(first) === second) return
    this.#seen.set(first, counterparts.add(second))
    const [owner, start] = originOf(first) === undefined ? [declaration, path] : [first, []]
    const [members, others] = [membersOf(first), membersOf(second)]
    const names = new Set([...members.keys(), ...others.keys()])
    // The order of fields and options is part of a declaration.
    const order = [...others.keys()]
    if (names.size === order.length && [...names].some((name, index) => name !== order[index])) {
      this.differences.push({ declaration: owner, path: start })
      return
    }
    for (const name of names) {
      this.compare(members.get(name), others.get(name), owner, [...start, name], depth + 1)
    }
  }

  /** Returns all pairs of values that were compared. */
  pairs(): (readonly [object, object])[] {
    return [...this.#seen].flatMap(([value, counterparts]) => [...counterparts].map((other) => [value, other] as const))
  }
}

type Composite = object | ((...args: never[]) => unknown)

function isComposite(value: unknown): value is Composite {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** Classes whose instances are fully described by their text. */
const TEXTS = [RegExp, URL, URLSearchParams, Number, Boolean, Error]

/**
 * Returns the source of a function, the text of a regular expression or a URL, the time of a date, the kind of a field,
 * and the tag of any other object, such as `[object Map]`.
 */
function textOf(value: Composite): string {
  if (isField(value)) return value.kind
  if (typeof value === 'function') return Function.prototype.toString.call(value)
  if (TEXTS.some((type) => value instanceof type)) return String(value)
  return value instanceof Date ? String(value.getTime()) : Object.prototype.toString.call(value)
}

/** Returns whether a value is a schema of zod. All of its members are computed from its definition. */
function isSchema(value: Composite): value is { readonly _zod: { readonly def: object } } {
  return '_zod' in value && typeof value._zod === 'object' && value._zod !== null && 'def' in value._zod
}

/** Returns the members of a value, for a plugin including the routes that were loaded separately. */
function membersOf(value: Composite): ReadonlyMap<string | number, unknown> {
  if (Array.isArray(value)) return new Map(value.entries())
  if (value instanceof ArrayBuffer) return new Map(new Uint8Array(value).entries())
  if (value instanceof Map || value instanceof Set) return new Map([...value].entries())
  if (isSchema(value)) return new Map(Object.entries(value._zod.def))
  const symbols = Object.getOwnPropertySymbols(value).filter((symbol) => Symbol.keyFor(symbol) !== undefined)
  const registered = symbols.map((symbol) => [String(symbol), Reflect.get(value, symbol)] as const)
  const source = isField(value) ? value.options : value
  const members = new Map<string | number, unknown>([...Object.entries(source as object), ...registered])
  if ('http' in value) members.set('http', { ...(value.http as object), routes: routesOf(value as object) })
  return members
}
