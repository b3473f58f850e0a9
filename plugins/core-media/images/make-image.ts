import type { RequestContext } from 'lintel/kit'
import type { FileRow } from '../tables.ts'
import { encodersOf } from './encoders.ts'
import type { Focus } from './geometry.ts'
import type { Operation } from './operations.ts'
import { readSource } from './source.ts'
import { type MadeImage, transform } from './transform.ts'
import { inTurn } from './turns.ts'

/**
 * Makes an image from a stored one.
 * @param atMost number of bytes that the result should have at most, unless a quality was requested
 * @throws ImageError if no attempt can succeed; any other error if another attempt may succeed
 */
export function makeImage(
  c: RequestContext,
  file: FileRow,
  operations: readonly Operation[],
  focus?: Focus,
  atMost?: number,
): Promise<MadeImage> {
  return inTurn(async () => {
    const source = await readSource(c, file, operations, focus)
    return transform(source, operations, encodersOf(c), atMost)
  })
}
