import { isLarge } from '../../../src/compile/schema/files/replay-in-parts.ts'
import { type BuiltProject, checkBuilt, checkRowsOf } from './check-pair.ts'
import type { Compared } from './check-rows.ts'
import type { Case } from './one-change.ts'
import { type CollectionModel, PLAIN_COLLECTION, type ProjectModel } from './project-model.ts'

/** Checks cases one after another: what those begin with that follow each other is built once. */
export function caseChecker(project: BuiltProject, compared: Compared, size: 'small' | 'large' = 'small') {
  let begun: { readonly from: string; readonly again: () => void } | null = null
  const sized = size === 'large' ? amongMany : (stage: ProjectModel) => stage

  /** @throws Error that says in words which promise of a build is broken. */
  return async (given: Case): Promise<void> => {
    const before = sized(given.before)
    const after = sized(given.after)
    const from = JSON.stringify(before)
    if (begun?.from === from) begun.again()
    else {
      project.files = []
      await checkBuilt(project, before, await project.build(before))
      begun = { from, again: project.remember() }
    }
    project.seal()
    await checkBuilt(project, after, await project.build(after))
    if (size === 'large' && !isLarge(project.files))
      throw new Error('the schema is not large any more: add collections')
    checkRowsOf(project, [before, after], compared)
  }
}

/** Collections beside those of a case, as many as make the schema large. */
const MANY = 160

function amongMany(stage: ProjectModel): ProjectModel {
  const others = Array.from({ length: MANY }, (_, index): CollectionModel => {
    const plain = { required: false, unique: false, hasDefault: false }
    return {
      ...PLAIN_COLLECTION,
      id: 1000 + index,
      name: `other${index}`,
      search: [1],
      fields: [
        { ...plain, id: 1, name: 'title', kind: 'string' },
        { ...plain, id: 2, name: 'next', kind: 'reference', target: 1000 + ((index + 1) % MANY) },
      ],
    }
  })
  return { ...stage, collections: [...stage.collections, ...others] }
}
