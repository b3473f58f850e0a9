import { expect, test } from 'vitest'
import { fromBase32, toBase32 } from '../../../plugins/core-auth/authenticator/base32.ts'
import { periodOfCode, totpCode } from '../../../plugins/core-auth/authenticator/totp.ts'

const SECRET = new TextEncoder().encode('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s (RFC 6238, appendix B, the last six digits)', async (seconds, code) => {
  const period = Math.floor(seconds / 30)
  expect(await totpCode(SECRET, period)).toBe(code)
  expect(await periodOfCode(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, seconds * 1000)).toBe(period)
})

test('a clock may be off by a period in each direction, and no more', async () => {
  const now = 1_234_567_890_000
  const period = Math.floor(now / 30_000)
  const found = await Promise.all(
    [-2, -1, 0, 1, 2].map(async (drift) => periodOfCode(SECRET, await totpCode(SECRET, period + drift), now)),
  )
  expect(found).toEqual([null, period - 1, period, period + 1, null])
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['foobar', 'MZXW6YTBOI'],
  ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('%j in Base32 is %j (RFC 4648, section 10)', (text, base32) => {
  expect(toBase32(new TextEncoder().encode(text))).toBe(base32)
  expect(new TextDecoder().decode(fromBase32(base32))).toBe(text)
})
