import { printLlmsIndex } from '../docs/llms-txt.ts'
import { type Guides, llmsOptions } from './guides/read-guides.ts'

/**
 * Builds the index of the documentation for programs, `llms.txt`, by file name. Its addresses are relative to the
 * package.
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
