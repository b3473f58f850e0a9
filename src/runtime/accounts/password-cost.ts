/** Cost of a hash: `ln` is the binary logarithm of scrypt's N, `r` its block size, `p` its parallelism. */
export interface PasswordCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/**
 * The current cost: 32 MB and about 50 ms, affordable for an isolate with 128 MB, which handles nothing else meanwhile.
 */
export const PASSWORD_COST: PasswordCost = { ln: 15, r: 8, p: 1 }
