import type { Change } from '../../compile/review/change.ts'
import { type Base, prefixInRepository, requireCommit } from '../git.ts'
import { treeAtCommit, workingTree } from './git-tree.ts'

/**
 * Compares the files around the project's program with a base. Without a commit to compare with, there are no changes.
 * @param head commit whose files are compared; default: those of the working tree
 * @throws Failure if git cannot list the files, or does not know the commit
 */
export async function reviewSurroundings(root: string, base: Base | null, head?: string): Promise<readonly Change[]> {
  if (base === null || base.commit === null) return []
  const { compareSurroundings } = await import('../../compile/surroundings/compare-surroundings.ts')
  const before = treeAtCommit(root, base.commit)
  const after =
    head === undefined ? workingTree(root, base.commit, before) : treeAtCommit(root, requireCommit(root, head))
  return compareSurroundings({ before, after, project: prefixInRepository(root).replace(/\/$/, '') })
}
