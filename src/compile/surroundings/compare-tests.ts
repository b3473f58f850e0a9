import { counted } from '../../ground/counted.ts'
import type { Change } from '../review/change.ts'
import { listedInPart } from '../review/fold-access.ts'
import { pathFrom, placeOf } from './place.ts'
import type { Surroundings } from './surroundings.ts'
import type { TreeFile } from './tree.ts'

const TEST_FILE = /(?:^|\/)(?:(?:tests?|__tests__|specs?|e2e|cypress)\/.+|[^/]+[._-](?:test|spec)\.\w+)$/i

/**
 * Reports all test files that are removed, emptied or changed as one change.
 * @param changed paths of files that differ
 */
export function compareTests(changed: readonly string[], { before, after, project }: Surroundings): Change[] {
  const tests = changed.filter((path) => {
    const found = TEST_FILE.exec(path)
    return found !== null && before.has(path) && placeOf(path.slice(0, found.index), project) !== 'beside'
  })
  const gone = tests.filter((path) => isEmpty(after.get(path)) && !isEmpty(before.get(path)))
  const left = tests.length - gone.length
  const rest = left === 0 ? [] : [`${counted(left, gone.length === 0 ? 'test file' : 'other test file')} changed`]
  const subject = 'test files'
  if (gone.length === 0)
    return rest.map((message) => ({ class: 'caution', kind: 'tests-changed', subject, message, source: null }))
  const names = listedInPart(gone.map((path) => pathFrom(project, path)))
  const verb = gone.length === 1 ? 'is' : 'are'
  const message = `${counted(gone.length, 'test file')} ${verb} removed or emptied: ${names}`
  return [{ class: 'caution', kind: 'tests-removed', subject, message, notes: rest, source: null }]
}

function isEmpty(file: TreeFile | undefined): boolean {
  return new TextDecoder().decode(file?.read() ?? new Uint8Array()).trim() === ''
}
