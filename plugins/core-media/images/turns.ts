/** Longest that work may hold its turn, in milliseconds: a request that was broken off keeps nobody waiting for ever. */
const LONGEST = 30_000
/** Interval at which those who wait look again, in milliseconds. */
const PAUSE = 10

let busyUntil = 0

/** Does one thing at a time in this isolate: decoded pictures need much of its memory. */
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
