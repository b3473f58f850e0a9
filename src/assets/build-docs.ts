import { printLlmsIndex } from '../docs/llms-txt.ts'
import { type Guides, llmsOptions } from './guides/read-guides.ts'

/** The index of the documentation for programs, by name of its file: `llms.txt`, whose addresses are relative to the package. */
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
