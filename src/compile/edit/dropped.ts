import { Node, type ObjectLiteralExpression } from 'ts-morph'
import { initializerOf, propertyOf, setInside } from './object.ts'
import type { Find, Source } from './source.ts'
import { unwrap } from './value.ts'

/**
 * Says in `dropped` that something is gone for good, and why; or with `null` that it is not.
 * @param order options of what has `dropped`, in the order in which a person writes them
 */
export function setDropped(
  source: Source,
  spec: Find<ObjectLiteralExpression>,
  name: string,
  why: string | null,
  order: readonly string[],
): void {
  const given = initializerOf(spec(), 'dropped')
  const dropped = given ? unwrap(given) : undefined
  const isNamed = Node.isObjectLiteralExpression(dropped) && propertyOf(dropped, name) !== undefined
  if (why !== null || isNamed)
    setInside(source, spec, ['dropped', name], why, [{ order, what: 'What is declared' }, { what: 'What is dropped' }])
}
