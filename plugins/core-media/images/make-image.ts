import type { RequestContext } from 'lintel/kit'
import type { FileRow } from '../tables.ts'
import { encodersOf } from './encoders.ts'
import type { Focus } from './geometry.ts'
import type { Operation } from './operations.ts'
import { readSource } from './source.ts'
import { type MadeImage, transform } from './transform.ts'
import { inTurn } from './turns.ts'

/**
 * Makes an image of a stored one.
 * @param atMost bytes that it should have, where nobody has said a quality
 * @throws ImageError where that will never be possible; any other error where another try may go well
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
