import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareOfRuns, turn } from '../harness/share.ts'
import { caseChecker } from './fuzz/check-case.ts'
import { projectInMemory } from './fuzz/check-pair.ts'
import { projectInFolder } from './fuzz/folder.ts'
import { everyCase, spaced, WORDS, whileRenamed } from './fuzz/one-change.ts'

/** `EVERY_CHANGE=1` tries all, as `npm run fuzz:migrations` does: an hour. */
const isWhole = process.env.EVERY_CHANGE !== undefined
const SMALL = shareOfRuns(40)
/** In a large schema a change is proven on what it touches, which is the least where a field has a table of its own. */
const LARGE = shareOfRuns(6)
const ofLists = everyCase().filter(({ name }) => /^references, top, .*, alone$/.test(name))
/** A list that goes or is renamed, in a collection that is renamed, too, and then each alone. */
const inLarge = [
  ...ofLists.filter(({ name }) => /, (?:drop|rename), /.test(name)).flatMap((one) => [whileRenamed(one), one]),
  ...ofLists,
]

let folder: ReturnType<typeof projectInFolder>

beforeAll(() => {
  folder = projectInFolder()
})

afterAll(() => folder.dispose())

test.each([
  { size: 'small' as const, share: spaced(everyCase(), SMALL, turn()), projectOf: () => folder },
  { size: 'large' as const, share: inLarge.slice(0, LARGE), projectOf: projectInMemory },
])(
  'in a $size schema every change of every kind of field builds, applies, and keeps every value',
  {
    timeout: 7_200_000,
  },
  async ({ size, share, projectOf }) => {
    const check = caseChecker(projectOf(), { rows: 0, values: 0, versions: 0 }, size)
    const failures: string[] = []
    for (const one of isWhole ? everyCase() : share) {
      await check(one).catch((error: Error) => failures.push(`${one.name}: ${error.message}`))
    }
    expect(failures).toEqual([])
  },
)

test('while a migration is pending, a field goes on taking the values of one that goes', async () => {
  const move = everyCase().find(({ name }) => name === 'text, top, move, alone')
  if (!move) throw new Error('there is no such case')
  const more = { ...move.after, plugin: { ...move.after.plugin, columns: [WORDS] } }
  folder.files = []
  await folder.build(move.before)
  folder.seal()
  for (const stage of [move.after, more]) expect((await folder.build(stage)).findings).toEqual([])
})
