import { basename } from 'node:path'
import { resolveBase } from '../git.ts'
import { requireProject } from '../project.ts'
import { reviewSurroundings } from '../surroundings/review-surroundings.ts'
import type { Reviewed } from './review-project.ts'

/**
 * Compares only the files around the program, as a commit has them. Nothing of that commit is checked out or evaluated,
 * so that a workflow of the base may run this for any pull request.
 * @param ref commit to compare with; default: HEAD
 * @param head commit whose files are compared
 * @throws Failure outside a repository, and for a commit that git does not know
 */
export async function reviewFiles(root: string, ref: string | undefined, head: string): Promise<Reviewed> {
  requireProject(root)
  const { EMPTY_LOCK } = await import('../../compile/lock/read-lock.ts')
  const { reviewChanges } = await import('../../compile/review/review.ts')
  const { reportOf } = await import('../../compile/review/report.ts')
  const { sourcesOf } = await import('../../compile/sources/sources.ts')
  const base = resolveBase(root, ref ?? 'HEAD', head)
  const review = reviewChanges({
    base: EMPTY_LOCK,
    head: EMPTY_LOCK,
    migrations: [],
    backfills: new Map(),
    sources: sourcesOf({ collections: [], plugins: [], routes: [] }),
    files: await reviewSurroundings(root, base, head),
  })
  const compared = { name: `${basename(root)}, files around the program`, base: { ...base, hasLock: true } }
  const circumstances = { head: EMPTY_LOCK, chain: [], stale: [], rows: null, proven: null, version: '' }
  const report = { ...reportOf(review, compared, circumstances), deploy: null }
  return { kind: 'reviewed', review, report, failures: [], diagnostics: [] }
}
