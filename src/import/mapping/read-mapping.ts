import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { counted, exitCodes, Failure, nearest } from 'lintel/importing'
import { isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml'
import type * as z from 'zod'
import { type Mapping, mappingSchema } from './mapping.ts'

/** Contents of a mapping file, with positions. */
export interface MappingFile {
  readonly path: string
  readonly name: string
  readonly mapping: Mapping
  /** Returns the line of the value at a path, or of the nearest value above it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number
}

/** Mistake in a mapping file. */
export interface MappingMistake {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Maximum size of a mapping file, in bytes. */
const LARGEST = 4_000_000

/** Reads a mapping file. @throws Failure with every mistake and its line */
export function readMapping(path: string): MappingFile {
  const name = basename(path)
  const text = textOf(path)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken) {
    const line = broken.linePos?.[0].line ?? 1
    throw new Failure(`${name}:${line} This is not YAML: ${broken.message.split('\n')[0]?.replace(/ at line.*$/, '')}.`)
  }
  const lineOf = (at: readonly PropertyKey[]) => lines.linePos(offsetOf(document.contents, at)).line || 1
  const parsed = mappingSchema.safeParse(contentOf(document, name))
  if (parsed.success) return { path, name, mapping: parsed.data, lineOf }
  throw mistakesFailure({ name, lineOf }, parsed.error.issues.flatMap(mistakesOf))
}

/** Returns the failure of a command with the mistakes of a mapping file. */
export function mistakesFailure(
  { name, lineOf }: Pick<MappingFile, 'name' | 'lineOf'>,
  mistakes: readonly MappingMistake[],
): Failure {
  const lines = mistakes
    .map(({ path, message }) => ({
      line: lineOf(path),
      text: `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`,
    }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, text }) => `${name}:${line} ${text}`)
  return new Failure([`${name} has ${counted(mistakes.length, 'mistake')}:`, ...lines].join('\n'))
}

/** Returns `Did you mean …?`, or the list of possible names, up to 20; empty if there are none. */
export function meant(word: string, names: Iterable<string>): string {
  const known = [...names]
  const near = nearest(word, known)
  if (near !== undefined) return `Did you mean ${near}?`
  return known.length === 0 ? '' : `Choose from: ${known.slice(0, 20).join(', ')}${known.length > 20 ? ', …' : ''}.`
}

function textOf(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.length <= LARGEST) return text
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' // the file system throws no other errors
    throw new Failure(isMissing ? `${path} does not exist.` : `${path} cannot be read.`, {
      hint: 'Create a mapping with `cms import <path> --plan`.',
      exitCode: exitCodes.usage,
    })
  }
  throw new Failure(`${path} is larger than ${LARGEST} characters: it is not a mapping.`)
}

function contentOf(document: ReturnType<typeof parseDocument>, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    throw new Failure(`${name} uses aliases too often.`, { hint: 'Write out the repeated parts.' })
  }
}

function offsetOf(contents: unknown, path: readonly PropertyKey[]): number {
  let node = contents as Node | null
  let offset = node?.range?.[0] ?? 0
  for (const step of path) {
    if (!isMap(node)) {
      const child = (node as { get?: (key: unknown, keep: boolean) => unknown } | null)?.get?.(step, true)
      if (!isNode(child)) return offset
      node = child
    } else {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (!pair) return offset
      offset = (pair.key as Node).range?.[0] ?? offset // keys that were parsed are nodes
      node = isNode(pair.value) ? pair.value : null
      continue
    }
    offset = node.range?.[0] ?? offset
  }
  return offset
}

function mistakesOf(issue: z.core.$ZodIssue): MappingMistake[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path)
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `There is no such setting. ${meant(key, known)}`,
    }))
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String).join(', ')
    const isOne = issue.values.length === 1
    return [{ path, message: isOne ? sentence(issue.message) : `One of ${choices} is needed.` }]
  }
  if (issue.code === 'invalid_type') {
    return [{ path, message: `${article(issue.expected)} is needed here.` }]
  }
  return [{ path, message: sentence(issue.message) }]
}

/** Returns the names of the settings that are possible at a path. */
function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(mappingSchema.shape)
  if (path[0] === 'source') return ['format', 'options']
  if (path[0] === 'files') return ['folder', 'fetch', 'into']
  if (path.length === 2) return ['collection', 'created', 'updated', 'published', 'status', 'fields']
  if (path[2] === 'status') return ['from', 'values', 'default']
  return ['from', 'as', 'values', 'default', 'refers', 'by', 'separator', 'block']
}

function article(expected: string): string {
  if (expected === 'object' || expected === 'record') return 'A map of names'
  if (expected === 'array') return 'A list'
  return expected === 'string' ? 'Text' : `A ${expected}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`
}
