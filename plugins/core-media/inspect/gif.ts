import { type Gathered, type Inspector, pass } from './steps.ts'

/** GIF. Its header has the size; everything goes on. */
export function* inspectGif(facts: Gathered): Inspector {
  const header = yield* pass(10)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  facts.width = view.getUint16(6, true)
  facts.height = view.getUint16(8, true)
  return { rest: 'copy' }
}
