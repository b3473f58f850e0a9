import { join } from 'node:path'
import type { SourceFile } from 'ts-morph'
import { searchDefaultExport, searchOnLine } from '../diagnostics/locate.ts'
import { type Overlaid, openSyntaxTrees, type SyntaxTrees } from '../diagnostics/syntax-tree.ts'
import { isCode } from '../load/config-file.ts'
import { waysTo } from '../load/layers/layered.ts'
import { readData } from '../load/layers/read-config.ts'
import type { PlainObject } from '../plain-object.ts'
import type { FindLine } from './sources.ts'

/**
 * Returns a function that finds options in the project's files, which are parsed on demand.
 * @param configFiles paths relative to the project, in order of precedence
 * @param overlaid contents that replace files. Default: those of the compilation
 */
export async function openLines(root: string, configFiles: readonly string[], overlaid?: Overlaid): Promise<FindLine> {
  const trees = await openSyntaxTrees(overlaid)
  const data = new Map<string, PlainObject>()
  for (const file of configFiles.filter((name) => !isCode(name))) {
    data.set(file, await readData(join(root, file)).catch(() => ({})))
  }
  const inConfig = (file: string, path: Path) => {
    const content = data.get(file)
    if (content) return waysTo(path).flatMap((way) => inData(content, file, way, path))
    const source = trees.of(join(root, file))
    return source ? waysTo(path).flatMap((way) => inDefaultExport(trees, source, file, way, path)) : []
  }
  return (from, path) => {
    const [, file, line] = /^(.+):(\d+)$/.exec(from ?? '') ?? []
    const declared = from === null ? null : { line: from, steps: 0 }
    if (file === undefined) return farthest(configFiles.flatMap((each) => inConfig(each, path))) ?? declared
    const source = trees.of(join(root, file))
    const found = source && searchOnLine(trees, source, Number(line), path, 'key')
    return found ? { line: `${file}:${found.node.getStartLineNumber()}`, steps: found.steps } : declared
  }
}

type Path = Parameters<FindLine>[1]
type Line = NonNullable<ReturnType<FindLine>>

/**
 * Finds an option in the default export of a file. The number of steps is that along `path`.
 * @param way path in the file, which may have fewer steps than `path`
 */
function inDefaultExport(trees: SyntaxTrees, source: SourceFile, file: string, way: Path, path: Path): Line[] {
  const found = searchDefaultExport(trees, source, way, 'key')
  if (!found) return []
  const steps = found.steps === 0 ? 0 : found.steps + path.length - way.length
  return [{ line: `${file}:${found.node.getStartLineNumber()}`, steps }]
}

/** Finds an option in a data file, whose lines are not known. */
function inData(content: PlainObject, file: string, way: Path, path: Path): Line[] {
  let value: unknown = content
  let steps = 0
  for (const step of way) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break
    value = Reflect.get(value, step)
    steps += 1
  }
  return steps === 0 ? [] : [{ line: file, steps: steps + path.length - way.length }]
}

function farthest(lines: readonly Line[]): Line | null {
  return lines.reduce<Line | null>((best, line) => (best && best.steps >= line.steps ? best : line), null)
}
