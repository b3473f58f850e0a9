import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Failure } from '../../src/cli/failure.ts'
import { openSource } from '../../src/import/sources/index.ts'
import type {
  SourceAsset,
  SourceFormat,
  SourceOptions,
  SourceRecord,
  SourceValue,
} from '../../src/import/sources/source.ts'

export interface SourceRead {
  readonly format: SourceFormat
  /** Meanings of values by kind, in words: `text`, `reference author many`, `file`. */
  readonly kinds: { readonly [kind: string]: { readonly [name: string]: string } }
  readonly system: { readonly [kind: string]: object }
  readonly records: readonly SourceRecord[]
  readonly assets: readonly SourceAsset[]
  readonly leftOut: readonly string[]
  /** Parts that cannot be read, with their places. */
  readonly problems: readonly string[]
  /** The record with a key. */
  readonly find: (kind: string, key: string) => SourceRecord['values']
}

/** Reads an export to its end, twice: both readings must say the same. */
export async function readSource(
  path: string,
  format: SourceFormat | null = null,
  options: SourceOptions = {},
): Promise<SourceRead> {
  const source = await openSource(path, format, options)
  try {
    const records = await all(source.records())
    const assets = await all(source.assets())
    const leftOut = source.leftOut
    const problems = source.problems.first.map(
      ({ file, line, message }) => `${file}${line === null ? '' : `:${line}`}: ${message}`,
    )
    const again = [await all(source.records()), await all(source.assets()), source.leftOut]
    if (JSON.stringify(again) !== JSON.stringify([records, assets, leftOut])) throw new Error('Not the same twice.')
    return {
      format: source.format,
      kinds: Object.fromEntries(source.kinds.map(({ name, values }) => [name, inWords(values)])),
      system: Object.fromEntries(source.kinds.map(({ name, system }) => [name, system])),
      records,
      assets,
      leftOut,
      problems,
      find(kind, key) {
        const found = records.filter((record) => record.kind === kind && record.key === key)
        if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} records ${kind} ${key}`)
        return found[0].values
      },
    }
  } finally {
    await source.dispose()
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

function inWords(values: { readonly [name: string]: SourceValue }) {
  const word = (value: SourceValue) => {
    const kind = value.is === 'reference' ? ` ${value.kind}` : ''
    return `${value.is}${kind}${'many' in value && value.many ? ' many' : ''}`
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, word(value)]))
}

/** Sentence and hint with which reading an export ends. */
export async function refusalOf(path: string, format: SourceFormat | null = null, options: SourceOptions = {}) {
  try {
    const [message] = (await readSource(path, format, options)).problems
    if (message !== undefined) return { message, hint: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { message: error.message.replaceAll(`${dirname(path)}/`, ''), hint: error.hint }
  }
  throw new Error('It was read.')
}

/** Writes files into a folder of their own, which goes when the test ends. */
export function folderOf(files: { readonly [path: string]: string | Uint8Array }): string {
  const root = mkdtempSync(join(tmpdir(), 'lintel-sources-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

/** Path of a single file in a folder of its own. */
export function fileOf(name: string, content: string | Uint8Array): string {
  return join(folderOf({ [name]: content }), name)
}
