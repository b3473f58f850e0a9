/**
 * A stream that accepts exactly a given number of bytes. workerd provides this class, Node does not. With it, a bucket
 * can tell whether the content is complete.
 */
export class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number) {
    let left = length
    super({
      transform(chunk, controller) {
        left -= chunk.byteLength
        if (left < 0) throw new TypeError('Attempt to write too many bytes through a FixedLengthStream.')
        controller.enqueue(chunk)
      },
      flush() {
        if (left > 0) throw new TypeError('FixedLengthStream did not see all expected bytes before close().')
      },
    })
  }
}
