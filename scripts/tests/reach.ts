import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { filesWithImports, findImports, isLoadedLater } from '../../test/architecture/imports.ts'

/** Path from a test to a file: each file on it reaches the next. */
export type Way = readonly string[]

/** Files that each file reaches directly, by path from the root. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Rule for dependencies that are not imports: a file whose path or text matches reaches these files, and the files in
 * these folders.
 */
interface Beside {
  readonly path?: RegExp
  readonly text?: RegExp
  readonly reaches: readonly string[]
}

const BESIDE: readonly Beside[] = [
  // A service is bundled from the runtime, the built-in plugins and a project, with what browsers are sent.
  { path: /^test\/harness\/service\.ts$/, reaches: ['src/runtime', 'src/system', 'src/ui', 'src/assets'] },
  { path: /^test\/harness\/node-host\.ts$/, reaches: ['src/hosts', 'test/harness/node-main.ts'] },
  // Tests that use this repository's service, manifest or program.
  {
    path: /^test\/(?!harness\/|scripts\/)/,
    text: /\broot: '\.'|\b(?:sharedSite|startSite|startService)\((?:\)|\{ (?!root))|readManifest\(\)|programOf\(root\)/,
    reaches: ['cms.config.ts', 'plugins', 'collections', 'migrations'],
  },
  // These modules load the behavior of field types in the admin and in imports.
  { path: /^src\/(?:system\/admin\/kinds|cli\/mapping\/convert-value)\.ts$/, reaches: ['src/fields'] },
  // Commands are loaded when they are called, by these modules and the launcher.
  { path: /^(?:src\/cli\/main\.ts|test\/cli\/cms\.ts)$/, reaches: ['src/cli', 'src/mcp'] },
  // A package contains everything.
  { path: /^test\/package\/packed-package\.ts$/, reaches: ['src', 'plugins', 'templates', 'scripts/package', 'docs'] },
  { path: /^test\/(?:docs|architecture)\//, reaches: ['src', 'plugins'] },
  { path: /^test\//, text: /\binit', /, reaches: ['templates'] },
]

/** Paths of folders and files whose imports are followed. */
const ROOTS = ['src', 'plugins', 'collections', 'cms.config.ts', 'test', 'scripts']

/** Files that every test depends on. Their own imports are not followed. */
const EVERYWHERE = [
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
  'test/global-setup.ts',
  'test/children-end.ts',
]

/**
 * Determines which file reaches which: from imports, from the paths that tests name, and from the rules in `BESIDE`.
 */
export function readGraph(): Graph {
  const graph = new Map<string, Set<string>>()
  const reach = (from: string, to: Iterable<string>) => {
    const reached = graph.get(from) ?? new Set()
    for (const path of to) reached.add(path)
    graph.set(from, reached)
  }
  for (const path of filesWithImports(ROOTS)) reach(path, [])
  const followed = findImports(ROOTS).filter((one) => !one.typeOnly && !isLoadedLater(one))
  for (const { from, to } of followed) reach(from, [to])
  for (const path of [...graph.keys()]) {
    const text = readFileSync(path, 'utf8')
    if (path.startsWith('test/')) reach(path, namedIn(path, text))
    for (const beside of BESIDE) {
      if ((beside.path?.test(path) ?? true) && (beside.text?.test(text) ?? true))
        reach(path, beside.reaches.flatMap(below))
    }
  }
  for (const path of EVERYWHERE) graph.set(path, new Set())
  for (const test of testFiles()) reach(test, EVERYWHERE)
  return graph
}

/** Returns the paths of all test files from the root. */
export function testFiles(): readonly string[] {
  return globSync('test/**/*.test.{ts,tsx}', { exclude: ['test/fixtures/**'] })
}

/**
 * Returns the existing paths of this repository that text contains in quotes. A single word may be anything, so only
 * some names count.
 */
function namedIn(path: string, text: string): readonly string[] {
  const named = [...text.matchAll(/['"`]([\w./-]+\/[\w./-]+|docs|decisions|README\.md)['"`]/g)].flatMap(
    ([, name = '']) => name,
  )
  const places = named.map((name) => (name.startsWith('.') ? join(dirname(path), name) : normalize(name)))
  return places
    .filter((place) => /^\w+\//.test(place) || ['docs', 'decisions', 'README.md'].includes(place))
    .flatMap(below)
}

/** Returns the files in a folder, or the file itself; none if the path does not exist. */
function below(place: string): readonly string[] {
  const known = files.get(place) ?? (existsSync(place) ? filesIn(place) : [])
  files.set(place, known)
  return known
}

const files = new Map<string, readonly string[]>()

function filesIn(place: string): readonly string[] {
  if (!statSync(place).isDirectory()) return [place]
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/**
 * Finds the shortest path from each test to one of the changed files. The result has no entry for tests without one.
 */
export function waysTo(changed: readonly string[], tests: readonly string[], graph: Graph): ReadonlyMap<string, Way> {
  const reachedBy = new Map<string, string[]>()
  for (const [from, all] of graph) for (const to of all) reachedBy.set(to, [...(reachedBy.get(to) ?? []), from])
  const next = new Map<string, string | null>(changed.map((path) => [path, null]))
  // By distance: `next` grows during the iteration.
  for (const path of next.keys()) {
    for (const from of reachedBy.get(path) ?? []) if (!next.has(from)) next.set(from, path)
  }
  return new Map(tests.filter((test) => next.has(test)).map((test) => [test, follow(test, next)]))
}

function follow(test: string, next: ReadonlyMap<string, string | null>): Way {
  const way: string[] = []
  for (let path: string | null | undefined = test; path; path = next.get(path)) way.push(path)
  return way
}
