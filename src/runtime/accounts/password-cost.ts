/** Cost of a hash: `ln` is the binary logarithm of scrypt's N, `r` its block size, `p` its parallelism. */
export interface PasswordCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/**
 * The current cost: 32 MB of memory and about 50 ms. An isolate with 128 MB can afford it, but handles nothing else
 * during that time.
 */
export const PASSWORD_COST: PasswordCost = { ln: 15, r: 8, p: 1 }
