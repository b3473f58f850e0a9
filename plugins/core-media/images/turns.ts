/** Maximum time that work may block others, in milliseconds: a request that was interrupted must not block them for ever. */
const LONGEST = 30_000
/** Interval at which waiting work checks again, in milliseconds. */
const PAUSE = 10

let busyUntil = 0

/** Runs work one at a time in this isolate: decoded pictures need much of its memory. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  while (busyUntil > Date.now()) await new Promise((resolve) => setTimeout(resolve, PAUSE))
  const until = Date.now() + LONGEST
  busyUntil = until
  try {
    return await work()
  } finally {
    if (busyUntil === until) busyUntil = 0
  }
}
