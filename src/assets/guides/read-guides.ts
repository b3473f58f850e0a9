import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Documentation, parseDocumentation } from '../../docs/documentation.ts'
import type { LlmsOptions } from '../../docs/llms-txt.ts'
import { readDocFiles } from '../../docs/read-documentation.ts'
import { withoutOutsideLinks } from '../../docs/site/outside-links.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The documentation of this package, and facts about the package for its pages. */
export interface Guides {
  readonly documentation: Documentation
  /** Markdown by name without extension, including the index. */
  readonly texts: ReadonlyMap<string, string>
  readonly version: string
  /** Description of the package in one sentence. */
  readonly description: string
}

/**
 * Reads the guides for use outside the repository: links to other files of the repository become links to its
 * website.
 */
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

/** Returns title, description and addresses for the files for language models. */
export function llmsOptions({ description }: Guides, addressOf: (name: string) => string): LlmsOptions {
  return { title: 'Lintel', description, addressOf: ({ name }) => addressOf(name) }
}
