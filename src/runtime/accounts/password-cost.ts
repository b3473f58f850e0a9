/** The cost of a hash: `ln` is the binary logarithm of scrypt's N, `r` its block size, `p` its parallelism. */
export interface PasswordCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** 32 MB and some 50 ms: what an isolate with 128 MB, which answers nothing else meanwhile, can spend on a sign-in. */
export const PASSWORD_COST: PasswordCost = { ln: 15, r: 8, p: 1 }
