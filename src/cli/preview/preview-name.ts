import { createHash } from 'node:crypto'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/**
 * Maximum length of a preview's label: with the project's name and `-media` it must still be a valid name of a bucket.
 */
const MAX_LABEL = 16

/**
 * Returns the name of a preview: `newsroom-pr-42`, or `newsroom-feature-x` for a branch. If the branch's name is too
 * long or has other characters, the preview's name ends with a part of its hash, so that branches do not share a
 * preview.
 * @throws Failure if neither a pull request nor a branch is given, or both are, or if `pr` is not a number
 */
export function previewName(project: string, pr: string | undefined, branch: string | undefined): string {
  if ((pr === undefined) === (branch === undefined)) {
    throw new Failure('The command needs a pull request or a branch.', {
      hint: '--pr 42, or --branch feature-x',
      exitCode: exitCodes.usage,
    })
  }
  if (pr !== undefined) {
    if (/^[1-9]\d{0,8}$/.test(pr)) return `${project}-pr-${pr}`
    throw new Failure(`“${pr}” is not a pull request number.`, { exitCode: exitCodes.usage })
  }
  const label = (branch ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (branch === '' || branch === undefined) {
    throw new Failure('--branch needs a name.', { exitCode: exitCodes.usage })
  }
  if (label === branch && label.length <= MAX_LABEL && !/^pr-\d+$/.test(label)) return `${project}-${label}`
  const hash = createHash('sha256').update(branch).digest('hex').slice(0, 6)
  return [project, label.slice(0, MAX_LABEL - 7).replace(/-+$/, ''), hash].filter((part) => part !== '').join('-')
}
