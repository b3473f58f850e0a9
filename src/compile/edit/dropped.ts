import { Node, type ObjectLiteralExpression } from 'ts-morph'
import { initializerOf, propertyOf, setInside } from './object.ts'
import type { Find, Source } from './source.ts'
import { unwrap } from './value.ts'

/**
 * Adds a removed name and the reason to `dropped`, or removes the name if the reason is `null`.
 * @param order usual order of `dropped` and the other options of the declaration
 */
export function setDropped(
  source: Source,
  spec: Find<ObjectLiteralExpression>,
  name: string,
  why: string | null,
  order: readonly string[],
): void {
  const value = initializerOf(spec(), 'dropped')
  const dropped = value ? unwrap(value) : undefined
  const isNamed = Node.isObjectLiteralExpression(dropped) && propertyOf(dropped, name) !== undefined
  if (why !== null || isNamed)
    setInside(source, spec, ['dropped', name], why, [
      { order, what: 'The declaration' },
      { what: 'The option ‘dropped’' },
    ])
}
