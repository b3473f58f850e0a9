import { printLlmsIndex } from '../docs/llms-txt.ts'
import { type Guides, llmsOptions } from './guides/read-guides.ts'

/**
 * The documentation in the forms that programs read, by name of their files: `docs.json` for the worker, which has no
 * folder to read from, and `llms.txt`, whose addresses are relative to the package.
 */
export function buildDocs(guides: Guides): ReadonlyMap<string, string> {
  const { documentation, texts } = guides
  return new Map([
    ['docs.json', JSON.stringify(Object.fromEntries(texts))],
    [
      'llms.txt',
      printLlmsIndex(
        documentation,
        llmsOptions(guides, (name) => `docs/${name}.md`),
      ),
    ],
  ])
}
