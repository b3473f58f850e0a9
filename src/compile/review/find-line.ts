import { join } from 'node:path'
import { searchDefaultExport, searchOnLine } from '../diagnostics/locate.ts'
import { openSyntaxTrees } from '../diagnostics/syntax-tree.ts'
import type { FindLine } from './sources.ts'

/**
 * Makes a function that finds options in the project's files, which are parsed on demand.
 * @param configFile path relative to the project
 */
export async function openLines(root: string, configFile: string): Promise<FindLine> {
  const trees = await openSyntaxTrees()
  return (from, path) => {
    const [, file = configFile, line = null] = /^(.+):(\d+)$/.exec(from ?? '') ?? []
    const source = trees.of(join(root, file))
    if (!source) return from === null ? null : { line: from, steps: 0 }
    const found =
      line === null
        ? searchDefaultExport(trees, source, path, 'key')
        : searchOnLine(trees, source, Number(line), path, 'key')
    if (!found) return from === null ? null : { line: from, steps: 0 }
    return { line: `${file}:${found.node.getStartLineNumber()}`, steps: found.steps }
  }
}
