import { expect, test } from 'vitest'
import { parseMigration, toMigrations } from '../../../src/compile/schema/files/migration-file.ts'
import { type Collection, defineCollection, type Fields, field } from '../../../src/config/index.ts'
import { ProjectHistory } from './project.ts'

const posts = (fields: Fields, more: Partial<Collection> = {}) =>
  defineCollection({ name: 'posts', fields: { title: field.string(), ...fields }, ...more } as Collection)

/** The migrations that lead from each state to the next. What phase each kind of change has stands in the golden steps. */
function chainOf(...states: Collection[]) {
  const project = new ProjectHistory()
  for (const state of states) {
    expect(project.build([state]).findings).toEqual([])
    project.seal()
  }
  return project.files
}

test('what goes is judged by what the chain had made of it', () => {
  const dropped = { dropped: { note: 'unused', parent: 'unused' } }
  const fields = { note: field.text(), parent: field.reference('posts') }
  const chain = chainOf(posts({}), posts(fields), posts({ parent: fields.parent }, dropped), posts({}, dropped))
  expect(toMigrations(chain).map(({ phase }) => phase)).toEqual(['expand', 'expand', 'contract', 'switch'])
})

test('a migration is a switch where its SQL does more than its operation says, or a person wrote it', () => {
  const [first, file] = chainOf(posts({}), posts({ subtitle: field.string() }))
  if (!first || !file) throw new Error('the build wrote no migration')
  const more = parseMigration(file.name, `${file.text}UPDATE "posts" SET "title" = NULL;\n`)
  const byHand = parseMigration(file.name, file.text.replace('made-by: cms build', 'made-by: hand'))
  const phaseOf = (last: typeof file) => toMigrations([first, last])[1]?.phase
  expect([file, more, byHand].map(phaseOf)).toEqual(['expand', 'switch', 'switch'])
})
