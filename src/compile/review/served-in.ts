import type { Lock } from '../lock/read-lock.ts'

/** Returns the environments that people other than developers use, production first. */
export function servedIn({ environments }: Lock): string[] {
  const served = Object.keys(environments).filter((name) => name !== 'development')
  return served.sort((a, b) => Number(b === 'production') - Number(a === 'production'))
}
