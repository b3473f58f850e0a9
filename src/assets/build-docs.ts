import { printLlmsIndex } from '../docs/llms-txt.ts'
import { type Guides, llmsOptions } from './guides/read-guides.ts'

/**
 * Builds `llms.txt`, the index of the documentation for programs, and returns its text by file name. The addresses in
 * it are relative to the package.
 */
export function buildDocs(guides: Guides): ReadonlyMap<string, string> {
  const { documentation } = guides
  return new Map([
    [
      'llms.txt',
      printLlmsIndex(
        documentation,
        llmsOptions(guides, (name) => `docs/${name}.md`),
      ),
    ],
  ])
}
