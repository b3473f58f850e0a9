import type { Change } from '../review/change.ts'
import { sortChanges } from '../review/change.ts'
import { compareFile } from './compare-file.ts'
import { compareTests } from './compare-tests.ts'
import { type FileKind, type KindAt, kindOf } from './file-kinds.ts'
import { findRunner } from './find-runner.ts'
import { findNamedFiles, type NamedFiles } from './named-files.ts'
import { isWithin, pathFrom, placeOf } from './place.ts'
import { PACKAGE, TSCONFIG } from './settings/setting-rules.ts'
import type { FileChange, Surroundings } from './surroundings.ts'
import { followLinks } from './tree.ts'

/**
 * Compares the files that affect how a program is installed, checked, built and deployed: those in the project's folder
 * and in the folders above it, and those that they name elsewhere; and test files. Nothing is evaluated.
 */
export function compareSurroundings({ before, after, project }: Surroundings): Change[] {
  const pair = { before: followLinks(before), after: followLinks(after), project }
  const changed = [...new Set([...pair.before.keys(), ...pair.after.keys()])]
    .filter((path) => !isSame(path, pair))
    .sort()
  if (changed.length === 0) return []
  const named = findNamedFiles([pair.before, pair.after], project)
  const found = changed.flatMap((path): FileChange[] => {
    const isSubmodule = [pair.before, pair.after].some((tree) => tree.get(path)?.mode === 'submodule')
    const at = isSubmodule ? submoduleRole(path, project) : roleOf(path, project, named)
    return at === null ? [] : [{ path, ...at }]
  })
  const known = new Set(found.map(({ path }) => path))
  return sortChanges([
    ...withoutRepetition(found).flatMap((file) => compareFile(file, pair, named)),
    ...compareTests(
      changed.filter((path) => !known.has(path)),
      pair,
    ),
  ])
}

function isSame(path: string, { before, after }: Surroundings): boolean {
  const [was, is] = [before.get(path), after.get(path)]
  return was === is || (was?.id === is?.id && was?.mode === is?.mode)
}

/** Returns the role of a submodule, of which only the commit is known; `null` for a submodule beside the project. */
function submoduleRole(path: string, project: string): KindAt | null {
  if (placeOf(path, project) === 'beside') return null
  return role({ how: 'bytes', class: 'opens', does: 'is a repository inside this one' })
}

function role(kind: Pick<FileKind, 'how' | 'class' | 'does'>): KindAt {
  return { kind: { pattern: '', ...kind }, folder: '' }
}

/** Returns the role of a file in the comparison; `null` if the file is not compared. */
function roleOf(path: string, project: string, named: NamedFiles): KindAt | null {
  const at = kindOf(path)
  if (at !== null && placeOf(at.folder, project) !== 'beside')
    return (at.kind.class === 'caution' ? namedRole(path, project, named) : null) ?? at
  const submodule = at === null ? null : memberOf(path, at, named)
  return submodule ?? namedRole(path, project, named)
}

/**
 * Returns the role of a `package.json` or tsconfig beside the project if its package may be installed, or belong to the
 * same workspace; otherwise `null`.
 */
function memberOf(path: string, at: KindAt, { hasWorkspaces, installed }: NamedFiles): KindAt | null {
  if (at.kind.how === TSCONFIG && hasWorkspaces) return at
  if (at.kind.how !== PACKAGE) return null
  if ([...installed.keys()].some((folder) => isWithin(path, folder))) return at
  return hasWorkspaces ? { ...at, kind: { ...at.kind, how: MEMBER } } : null
}

/**
 * Settings of a package of the same workspace that concern other packages: its name, and scripts that every installation runs.
 */
const MEMBER = {
  ...PACKAGE,
  weights: [
    [/^name$/, 'opens', 'a package of the workspace takes precedence over a registry package of the same name'],
    ...PACKAGE.weights.filter(([pattern]) => /install|workspaces/.test(pattern.source)),
    [/./, null],
  ],
} as const

function namedRole(
  path: string,
  project: string,
  { installed, extended, served, commands }: NamedFiles,
): KindAt | null {
  if (extended.has(path)) return role({ how: TSCONFIG, class: 'caution', does: 'determines which types are checked' })
  const owner = [...installed].find(([target]) => isWithin(path, target))
  if (owner !== undefined) {
    const by = pathFrom(project, owner[1])
    const does = owner[0] === path ? `is a package that ${by} installs` : `belongs to a package that ${by} installs`
    return role({ how: 'bytes', class: 'opens', does })
  }
  const server = [...served].find(([folder]) => isWithin(path, folder))?.[1]
  if (server !== undefined)
    return role({ how: 'bytes', class: 'opens', does: `is served by the settings in ${pathFrom(project, server)}` })
  const runner = findRunner(path, project, commands)
  return runner === null ? null : role({ how: 'lines', class: 'opens', does: `is run by ${pathFrom(project, runner)}` })
}

/** Keeps only one file of each package that was committed to `node_modules`. */
function withoutRepetition(files: readonly FileChange[]): FileChange[] {
  const packageOf = (path: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/i.exec(path)?.[0] ?? path
  return [...Map.groupBy(files, ({ path }) => packageOf(path))].flatMap(([path, [first]]) =>
    first === undefined ? [] : [{ ...first, path }],
  )
}
