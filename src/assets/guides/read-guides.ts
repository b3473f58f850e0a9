import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Documentation, parseDocumentation } from '../../docs/documentation.ts'
import type { LlmsOptions } from '../../docs/llms-txt.ts'
import { readDocFiles } from '../../docs/read-documentation.ts'
import { withoutOutsideLinks } from '../../docs/site/outside-links.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The documentation of this package, and what its pages say of the package. */
export interface Guides {
  readonly documentation: Documentation
  /** Markdown by name without the ending, the index among them. */
  readonly texts: ReadonlyMap<string, string>
  readonly version: string
  /** The package in one sentence. */
  readonly description: string
}

/** Reads the pages as they stand by themselves: links into the repository lead to where the package says that it is. */
export function readGuides(): Guides {
  const { version, description, repository } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    version: string
    description: string
    repository?: { readonly url: string }
  }
  const files = repository ? `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}` : null
  const texts = new Map(
    [...readDocFiles(`${ROOT}docs`)].map(([name, text]) => [name, withoutOutsideLinks(text, files)] as const),
  )
  return { documentation: parseDocumentation(texts), texts, version, description }
}

/** Words of the files for language models, with the addresses of pages as Markdown. */
export function llmsOptions({ description }: Guides, addressOf: (name: string) => string): LlmsOptions {
  return { title: 'Lintel', description, addressOf: ({ name }) => addressOf(name) }
}
