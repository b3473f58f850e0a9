/** Nothing is left that could ever settle what is waited for: a top-level await of the config waits for ever. */
export class NeverSettles extends Error {}

/**
 * Waits for something as long as there is anything left that could settle it, and fails with what is thrown beside it: in
 * a timer, or in a promise that nobody awaits.
 * @throws NeverSettles
 */
export async function untilSettled<T>(begin: () => Promise<T>): Promise<T> {
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  const stall = () => fail(new NeverSettles('nothing is left that could settle it'))
  process.on('uncaughtException', fail)
  process.once('beforeExit', stall)
  process.channel?.unref()
  try {
    return await Promise.race([begin(), failed])
  } finally {
    process.channel?.ref()
    process.off('uncaughtException', fail)
    process.off('beforeExit', stall)
  }
}
