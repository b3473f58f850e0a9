import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile, type Diagnostic } from '../../src/compile/index.ts'
import { makeProject } from './project.ts'

const GOLDEN = new URL('./golden/diagnostics.txt', import.meta.url)

/** A project with mistakes in it, and what the compiler says of them, word for word. */
interface Case {
  readonly name: string
  readonly files: Readonly<Record<string, string | null>>
  readonly expected: string
}

const cases = readCases(readFileSync(GOLDEN, 'utf8'))

// UPDATE_GOLDEN=1 writes what the compiler says now into the file, for the difference to be read before it is committed.
const update = process.env.UPDATE_GOLDEN === '1'

describe('mistakes in a project', () => {
  it.each(cases)('$name', async ({ name, files, expected }) => {
    const said = await diagnose(files)
    if (update) writeFileSync(GOLDEN, withExpected(readFileSync(GOLDEN, 'utf8'), name, said))
    else expect(said).toBe(expected)
  })

  it('are as many as the compiler knows', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  })
})

async function diagnose(files: Case['files']): Promise<string> {
  const project = makeProject(files)
  try {
    const compilation = await compile({ root: project.root })
    expect(compilation.manifest === null).toBe(compilation.diagnostics.some(({ severity }) => severity === 'error'))
    return compilation.diagnostics.map(print).join('\n')
  } finally {
    project.dispose()
  }
}

function print({ code, severity, message, hint, file, line, column, frame }: Diagnostic): string {
  const position = [file, line, column].filter((part) => part !== null).join(':')
  const lines = [`${severity} ${code}${position === '' ? '' : ` ${position}`}`, message, frame, hint && `hint: ${hint}`]
  return `${lines.filter((part) => part !== null).join('\n')}\n`
}

function readCases(text: string): Case[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...sections] = part.split(/^--- /m)
      const parts = sections.map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end), section.slice(end + 1)] as const
      })
      const files = parts
        .filter(([path]) => path !== 'expected')
        .map(([path, content]) => [path, content === 'DELETED\n' ? null : content])
      return {
        name: head.trim(),
        files: Object.fromEntries(files),
        expected: parts.find(([path]) => path === 'expected')?.[1].replace(/\n$/, '') ?? '',
      }
    })
}

function withExpected(text: string, name: string, said: string): string {
  const start = text.indexOf(`=== ${name}\n`)
  const marker = text.indexOf('--- expected\n', start) + '--- expected\n'.length
  const next = text.indexOf('\n=== ', marker)
  return `${text.slice(0, marker)}${said}\n${next === -1 ? '' : text.slice(next + 1)}`
}
