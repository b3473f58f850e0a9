import type { Compatibility } from './compatibility.ts'
import { changesOf, isBreaking, type Review } from './review.ts'

/** What was compared. */
export interface Compared {
  /** The service's name. */
  readonly name: string
  readonly base: {
    readonly ref: string
    /** Full hash; `null` in a repository without a commit. */
    readonly commit: string | null
    /** Whether it has a lock. */
    readonly hasLock: boolean
  }
}

/** `main (3f2a1bc)`. */
export function baseInWords({ base: { ref, commit } }: Compared): string {
  return commit === null ? `${ref} (no commit yet)` : `${ref} (${commit.slice(0, 7)})`
}

/** The outcome in a few words. */
export function verdictOf(review: Review): string {
  const changes = changesOf(review)
  if (changes.length === 0) return 'no change'
  const loses = changes.some((change) => change.class === 'destructive')
  if (isBreaking(review)) return loses ? 'breaking for API clients, and values are lost' : 'breaking for API clients'
  return 'nothing that breaks API clients'
}

export const ORDERS: Readonly<Record<Compatibility['order'], string>> = {
  any: 'deploy',
  'migrate-then-deploy': 'migrate, then deploy',
  'deploy-then-migrate': 'deploy, then migrate',
  'two-steps': 'two steps',
}
