import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from '../../src/cli/commands/index.ts'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { findCommand, groupOf, parseOptions } from '../../src/cli/parse.ts'
import { fencesOf } from './http-examples.ts'

const PAGES = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }

/** A line of a shell, or a span of code, that begins with a command of this project. */
const COMMAND = /^(?:\$ )?(?:npx cms|cms|npm run) /

/** Commands that a page shows: lines of its fenced blocks, and code in its text. */
function commandsOf(markdown: string): string[] {
  const fenced = fencesOf(markdown)
    .filter(({ language }) => language === '' || language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '))
  return [...fenced, ...spans].flatMap((line) => line.split(' && ')).filter((text) => COMMAND.test(text))
}

/** Words of a command line, without quotes, comments, redirections and variables set before it. */
function wordsOf(command: string): string[] {
  const text = command
    .replace(/\s+#.*$/, '')
    .replace(/\s+(?:[|>]|< ).*$/, '')
    .replace(/[[\]]/g, '')
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, word]) => single ?? double ?? word ?? '',
  )
}

/** Explains why a command would not be understood; `null` for one that would. */
function mistakeIn(command: string): string | null {
  const words = wordsOf(command.replace(/^\$ /, '').replace(/^npx /, ''))
  if (words[0] === 'npm') return words[2] !== undefined && words[2] in scripts ? null : `no script ${words[2]}`
  const args = words.slice(1)
  if (args.length === 1 && groupOf(commands, args[0] ?? '').length > 0) return null
  try {
    const { command: found, rest } = findCommand(commands, args)
    parseOptions(found, rest)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

it.each(PAGES)('%s shows commands that exist, with options that they take', (page) => {
  const mistakes = commandsOf(readFileSync(page, 'utf8')).flatMap((command) => {
    const mistake = mistakeIn(command)
    return mistake === null ? [] : [`${command}: ${mistake}`]
  })
  expect(mistakes).toEqual([])
})

it('messages name commands that exist, with options that they take', () => {
  const mistakes = globSync('{src/{cli,compile,runtime,system},plugins}/**/*.ts').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
      .replace(/^ *(?:\/\/|\/?\*).*$/gm, '')
      .replaceAll('\\`', '`')
    const named = [...text.matchAll(/(?<![\w.])`((?:npx )?cms [a-z][^`\n]*)`/g)].map(([, command = '']) => command)
    return named
      .filter((command) => !/===|:|, /.test(command))
      .map((command) =>
        command
          .replace(/(?<=[ =])\$\{[^}]*\}/g, 'x')
          .replace(/\$\{[^}]*\}/g, '')
          .replace(/ …/g, ''),
      )
      .flatMap((command) => (mistakeIn(command) === null ? [] : [`${path}: ${mistakeIn(command)}`]))
  })
  expect(mistakes).toEqual([])
})

it('a misspelled command, option or script would be found', () => {
  expect(mistakeIn('cms migrate aply')).not.toBeNull()
  expect(mistakeIn('cms diff --bse origin/main')).not.toBeNull()
  expect(mistakeIn('npm run bench:apis')).not.toBeNull()
})

it('the page of commands has a section for each, with its options and an example', () => {
  const sections = readFileSync('docs/cli.md', 'utf8')
    .split(/^### cms /m)
    .slice(1)
  expect(sections.map((text) => text.split('\n')[0])).toEqual(commands.map(({ name }) => name))
  for (const [index, { name, options }] of commands.entries()) {
    const hasTable = sections[index]?.includes(`<!-- command: ${name} -->`)
    expect([name, hasTable]).toEqual([name, Object.keys(options).length > 0])
    expect(sections[index]).toContain(`\nnpx cms ${name}`)
    expect(sections[index]).toMatch(/\n\n(?:Exits|Ends) with /)
  }
})

it('the page of commands has a section for each exit code', () => {
  const documented = [...readFileSync('docs/cli.md', 'utf8').matchAll(/^### Exit code (\d)$/gm)].map(([, code]) =>
    Number(code),
  )
  expect(documented).toEqual(Object.values(exitCodes))
})
