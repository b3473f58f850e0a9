let lastTime = 0
let sequence = 0

/**
 * Generates a UUID of version 7 (RFC 9562) in lower case. Later ids sort later, even within the same millisecond of an
 * isolate.
 */
export function uuidv7(): string {
  const now = Date.now()
  if (now > lastTime) {
    lastTime = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastTime += 1
    sequence = 0
  }
  const time = lastTime.toString(16).padStart(12, '0')
  const random = crypto.randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}${random.slice(18)}`
}

/** Returns the time in a UUID of version 7, in milliseconds since the epoch. */
export function timeOfUuidv7(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
