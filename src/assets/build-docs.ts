import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseDocumentation } from '../docs/documentation.ts'
import { type LlmsOptions, printLlmsFull, printLlmsIndex } from '../docs/llms-txt.ts'
import { readDocFiles } from '../docs/read-documentation.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The documentation in the forms that programs read, by name of their files: `docs.json` for the worker, which has no
 * folder to read from, and `llms.txt` with `llms-full.txt`. Addresses of pages are relative to the package.
 */
export function buildDocs(): ReadonlyMap<string, string> {
  const files = readDocFiles(`${ROOT}docs`)
  const documentation = parseDocumentation(files)
  const { description } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { description: string }
  const options: LlmsOptions = { title: 'Lintel', description, addressOf: ({ name }) => `docs/${name}.md` }
  return new Map([
    ['docs.json', JSON.stringify(Object.fromEntries(files))],
    ['llms.txt', printLlmsIndex(documentation, options)],
    ['llms-full.txt', printLlmsFull(documentation, options)],
  ])
}
