/** Error for a promise that can never settle, such as that of a top-level `await` of the config. */
export class NeverSettles extends Error {}

/**
 * Waits for a promise as long as anything is left to run that could settle it. Also rejects with an error that a timer
 * throws, or that rejects a promise that nobody awaits.
 * @throws NeverSettles
 */
export async function untilSettled<T>(begin: () => Promise<T>): Promise<T> {
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  const stall = () => fail(new NeverSettles('the promise never settles: nothing is left to run'))
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
