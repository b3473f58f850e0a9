import { pathToFileURL } from 'node:url'
import { field } from '../../fields/index.ts'
import { isCode } from '../load/config-file.ts'
import { LayerError } from '../load/layers/load-layers.ts'
import { DataError } from '../load/layers/read-config.ts'
import type { ModuleGraph } from '../load/module-graph.ts'
import { packageRoot } from '../load/package-root.ts'
import { type FilePosition, headPosition, stackPositions } from '../load/stack-frames.ts'
import { NeverSettles } from '../load/until-settled.ts'
import { atValue, type Finding } from './diagnostic.ts'
import { didYouMean } from './did-you-mean.ts'
import { fileName } from './file-name.ts'
import { findImportMistakes, findPackageImport } from './import-mistakes.ts'
import { REACHES_OUT } from './impure-reads.ts'
import { openSyntaxTrees, type SyntaxTrees } from './syntax-tree.ts'
import { findTopLevelAwait } from './top-level-await.ts'

/** Explains an exception that was thrown while the project's files were evaluated. */
export async function explainLoadError(error: unknown, graph: ModuleGraph, configFile: string): Promise<Finding[]> {
  if (error instanceof LayerError) return [noLayer(error, graph.root)]
  if (error instanceof DataError) return [unreadable(error, graph.root)]
  if (isOfStatement(error)) {
    const position = ownPosition(error, graph)
    if (position) return [threw(error, spotOf(position, graph.root))]
  }
  const trees = await openSyntaxTrees()
  const mistakes = isCode(configFile) ? findImportMistakes(trees, graph.root, configFile) : []
  return mistakes.length > 0 ? mistakes : [explainThrown(error, graph, configFile, trees)]
}

function noLayer({ message, hint, from }: LayerError, root: string): Finding {
  const at = from.declaration ? atValue(from.declaration, 'extends') : { file: fileName(root, from.file) }
  return { code: 'no-layer', message, hint, at }
}

function unreadable({ message, at: { path, ...position } }: DataError, root: string): Finding {
  return { code: 'syntax-error', message, at: { file: fileName(root, path), ...position } }
}

/**
 * Tells whether a statement threw the error. Statements run only after all imports have been found and parsed, so no
 * import needs to be checked.
 */
function isOfStatement(error: unknown): error is Error {
  return error instanceof Error && !(error instanceof SyntaxError || error instanceof NeverSettles || 'code' in error)
}

function ownPosition({ stack = '' }: Error, graph: ModuleGraph): FilePosition | undefined {
  return stackPositions(stack).find(({ path }) => graph.owns(path))
}

function threw(error: Error, at: Finding['at']): Finding {
  return { code: 'config-threw', message: sentence(`${error.name}: ${error.message}`), ...hintFor(error), at }
}

function explainThrown(error: unknown, graph: ModuleGraph, configFile: string, trees: SyntaxTrees): Finding {
  const nowhere = { file: fileName(graph.root, configFile) }
  if (error instanceof NeverSettles) return neverSettles(graph, trees, nowhere)
  if (!(error instanceof Error)) {
    return { code: 'config-threw', message: `Evaluating the config threw ${String(error)}.`, at: nowhere }
  }
  const missing = /^Cannot find package '(.+?)' imported from (.+)$/.exec(error.message)
  if (missing) return missingPackage(missing[1] ?? '', missing[2] ?? '', graph, trees)
  const code = 'code' in error ? error.code : undefined
  const stack = error.stack ?? ''
  const position = headPosition(stack) ?? ownPosition(error, graph)
  const at = position ? spotOf(position, graph.root) : nowhere
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    const hint =
      'Types are stripped and the rest runs unchanged: use a constant object instead of an enum or a namespace.'
    return { code: 'syntax-error', message: `${error.message}.`, hint, at }
  }
  if (error instanceof SyntaxError) return { code: 'syntax-error', message: sentence(error.message), at }
  if (code === 'ERR_ACCESS_DENIED') return denied(error, at)
  if (error instanceof RangeError && stack.includes('node:internal/modules/')) return tooDeep(nowhere)
  return position ? threw(error, at) : compilerFailed(sentence(`${error.name}: ${error.message}`), stack)
}

/** Returns the finding for a denied operation in a library. Attempts by the project itself are reported elsewhere. */
function denied(error: Error, at: Finding['at']): Finding {
  const { resource } = error as { readonly resource?: string } // a property of Node's errors
  const message =
    resource === undefined || resource === '' ? sentence(error.message) : `A library tried to use ${resource}.`
  const hint = 'While a config is evaluated, it can only read the project and its packages.'
  return { code: REACHES_OUT, message, hint, at }
}

/**
 * Returns the finding for a chain of imports that Node cannot follow, because each import needs a part of the stack.
 */
function tooDeep(nowhere: Finding['at']): Finding {
  const message = 'The modules of the config import each other in a chain that is too long for Node.'
  const hint = 'Import each value from the module that declares it, not from modules that re-export it.'
  return { code: 'config-threw', message, hint, at: nowhere }
}

function neverSettles(graph: ModuleGraph, trees: SyntaxTrees, nowhere: Finding['at']): Finding {
  const message = 'A top-level `await` never settles, so the config never finishes loading.'
  const at = findTopLevelAwait(trees, graph.files(), graph.root) ?? nowhere
  return { code: 'config-hangs', message, hint: 'Await only promises that settle without further input.', at }
}

/** Returns the finding for an error in this package: no file of the project is in the stack. */
function compilerFailed(message: string, stack: string): Finding {
  const frame = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? ''
  const hint = `This is a bug in lintel. Please report it: ${frame.trim().replace(pathToFileURL(packageRoot).href, '')}`
  return { code: 'compiler-failed', message, hint, at: null }
}

function missingPackage(name: string, importer: string, graph: ModuleGraph, trees: SyntaxTrees): Finding {
  return {
    code: 'missing-package',
    message: `The package '${name}' is not installed.`,
    hint: `Run \`npm install ${name}\`.`,
    at: graph.owns(importer) ? findPackageImport(trees, graph.root, importer, name) : null,
  }
}

/** Returns a hint for `field.strin(…)`, which is not a function: the most similar kind of field. */
function hintFor(error: Error): { readonly hint?: string } {
  const kind = /\bfield\.(\w+) is not a function/.exec(error.message)?.[1]
  return kind === undefined ? {} : didYouMean(kind, Object.keys(field))
}

function spotOf({ path, line, column }: FilePosition, root: string): Finding['at'] {
  return { file: fileName(root, path), line, column }
}

function sentence(text: string): string {
  const [first = ''] = text.split('\n')
  return /[.!?]$/.test(first) ? first : `${first}.`
}
