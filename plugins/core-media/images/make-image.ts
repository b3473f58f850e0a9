import type { RequestContext } from 'lintel/kit'
import type { FileRow } from '../tables.ts'
import type { Focus } from './geometry.ts'
import type { Operation } from './operations.ts'
import { readSource } from './source.ts'
import { type MadeImage, transform } from './transform.ts'
import { inTurn } from './turns.ts'

/**
 * Makes an image of a stored one.
 * @throws ImageError where that will never be possible; any other error where another try may go well
 */
export function makeImage(
  c: RequestContext,
  file: FileRow,
  operations: readonly Operation[],
  focus?: Focus,
): Promise<MadeImage> {
  return inTurn(async () => transform(await readSource(c, file, operations, focus), operations))
}
