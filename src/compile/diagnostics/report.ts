import { join } from 'node:path'
import { originOf } from '../../ground/origin.ts'
import { pathOfModule } from '../load/module-hooks.ts'
import { originalPosition } from '../load/stack-frames.ts'
import { codeFrame } from './code-frame.ts'
import type { Diagnostic, Finding, Position, Spot } from './diagnostic.ts'
import { fileName } from './file-name.ts'
import { locate, locateInDefaultExport } from './locate.ts'
import { sectionOf } from './section.ts'
import { spanOf } from './span.ts'
import { type Overlaid, openSyntaxTrees, readSource, type SyntaxTrees } from './syntax-tree.ts'

/** Context for finding declarations in the source. */
export interface ReportContext {
  readonly root: string
  /** Absolute path of the config. */
  readonly configFile: string
  /** Absolute paths of the config files of its layers, the nearest first. */
  readonly layers: readonly string[]
  /** Position where a declaration is mentioned, for one whose own call site is unknown. */
  readonly parents: ReadonlyMap<object, Position>
  /** Contents that replace files. Default: those of the compilation. */
  readonly overlaid?: Overlaid
}

/** Adds positions and code frames to findings, removes duplicates, and sorts by severity, file and line. */
export async function reportFindings(findings: readonly Finding[], context: ReportContext): Promise<Diagnostic[]> {
  if (findings.length === 0) return []
  const trees = findings.some(({ at }) => at !== null && 'declaration' in at)
    ? await openSyntaxTrees(context.overlaid)
    : null
  const diagnostics = findings.map((finding) => diagnostic(finding, spotOf(finding.at, context, trees), context))
  return [...new Map(diagnostics.map((entry) => [JSON.stringify(entry), entry])).values()].sort(bySeverityAndPosition)
}

function diagnostic(finding: Finding, spot: Partial<Spot> | null, { root, overlaid }: ReportContext): Diagnostic {
  const source = spot?.file && spot.line ? readSource(join(root, spot.file), overlaid) : null
  return {
    code: finding.code,
    severity: finding.severity ?? 'error',
    message: finding.message,
    hint: finding.hint ?? null,
    file: spot?.file ?? null,
    line: spot?.line ?? null,
    column: spot?.column ?? null,
    frame: finding.frame ?? frameAt(source, spot),
    docs: sectionOf(finding.code),
  }
}

function frameAt(source: string | null, spot: Partial<Spot> | null): string | null {
  return source && spot?.line ? codeFrame(source, spot.line, spot.column ?? 1, spot.length) : null
}

function spotOf(at: Finding['at'], context: ReportContext, trees: SyntaxTrees | null): Partial<Spot> | null {
  if (at === null || !('declaration' in at)) return at
  return trees ? spotOfPlace(at, context, trees) : null
}

function spotOfPlace(place: Position, context: ReportContext, trees: SyntaxTrees): Partial<Spot> {
  const origin = originOf(place.declaration)
  const path = origin ? pathOfModule(origin.url) : null
  if (!origin || path === null) return spotOfUnknown(place, context, trees)
  const { line, column } = originalPosition({ path, line: origin.line, column: origin.column })
  const position = { line, column }
  const file = fileName(context.root, path)
  const source = trees.of(path)
  const node = source ? locate(trees, source, position, place.path, place.part) : null
  return { file, ...(node ? spanOf(node) : position) }
}

/** Finds the position through the declarations that mention it, up to the config's default export. */
function spotOfUnknown(place: Position, context: ReportContext, trees: SyntaxTrees): Partial<Spot> {
  const parent = context.parents.get(place.declaration)
  if (parent) return spotOfPlace({ ...parent, path: [...parent.path, ...place.path], part: place.part }, context, trees)
  const source = trees.of(context.configFile)
  const node = source ? locateInDefaultExport(trees, source, place.path, place.part) : null
  return { file: fileName(context.root, context.configFile), ...(node ? spanOf(node) : {}) }
}

function bySeverityAndPosition(a: Diagnostic, b: Diagnostic): number {
  if (a.severity !== b.severity) return a.severity === 'error' ? -1 : 1
  if (a.file !== b.file) return (a.file ?? '') < (b.file ?? '') ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || (a.code < b.code ? -1 : 1)
}
