import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Decisions by the names of their files. `links.test.ts` holds the links in them. */
const FILES = readdirSync('decisions').filter((name) => name !== 'README.md')
const textOf = (file: string) => readFileSync(`decisions/${file}`, 'utf8')

/** Decisions that a page links to. */
function linkedFrom(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/\]\((?:\.\.\/decisions\/)?(\d{3}-[\w-]+\.md)\)/g)].map(
    ([, file = '']) => file,
  )
}

it('each decision has a number of its own, in its file’s name and in its title', () => {
  expect(FILES.filter((file) => !/^\d{3}-[a-z0-9-]+\.md$/.test(file))).toEqual([])
  const numbers = FILES.map((file) => Number(file.slice(0, 3)))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  expect(FILES.filter((file) => !textOf(file).startsWith(`# ${Number(file.slice(0, 3))}. `))).toEqual([])
})

it('each has a status: accepted, or superseded by one that exists', () => {
  const wrong = FILES.filter((file) => {
    const [, successor] = /^# .+\n\nStatus: (?:accepted|superseded by (\d{3}))\n/.exec(textOf(file)) ?? [null, 'none']
    return successor !== undefined && !FILES.some((other) => other !== file && other.startsWith(`${successor}-`))
  })
  expect(wrong).toEqual([])
})

it('each is short', () => {
  expect(FILES.filter((file) => textOf(file).split('\n').length > 40)).toEqual([])
})

it('the first page names twenty, and the table of folders names every one once', () => {
  expect(new Set(linkedFrom('decisions/README.md')).size).toBe(20)
  expect(linkedFrom('src/README.md').sort()).toEqual(FILES)
})

it('comments name decisions that exist', () => {
  const named = globSync('{src,plugins,test,scripts}/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdecision (\d+)/g)].map(([, number = '']) => number),
  )
  const missing = named.filter((number) => !FILES.some((file) => file.startsWith(`${number.padStart(3, '0')}-`)))
  expect(missing).toEqual([])
})
