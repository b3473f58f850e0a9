/**
 * Maximum time for which work may block other work, in milliseconds: an interrupted request must not block it forever.
 */
const LONGEST = 30_000
/** Interval at which waiting work checks again, in milliseconds. */
const PAUSE = 10

let busyUntil = 0

/** Runs one piece of work at a time in this isolate, since decoded pictures need much of its memory. */
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
