import { posix } from 'node:path'
import { isTable, type Table } from '../table.ts'
import { findCalledScripts } from './called-scripts.ts'
import { type FileKind, kindOf } from './file-kinds.ts'
import { isWithin, placeOf } from './place.ts'
import { flatten } from './read/flatten.ts'
import { decode, parseText } from './read/parse.ts'
import { localPathOf } from './settings/dependency-source.ts'
import {
  BUNFIG,
  NPMRC,
  PACKAGE,
  PNPM_WORKSPACE,
  type SettingsFile,
  TSCONFIG,
  WRANGLER,
  YARNRC,
} from './settings/setting-rules.ts'
import type { Tree } from './tree.ts'

/** Files that other files name, and that thereby affect installation, checks, builds or deploys. */
export interface NamedFiles {
  /** Files and folders that are installed as packages, with the file that names them. */
  readonly installed: ReadonlyMap<string, string>
  /** Files that a tsconfig extends. */
  readonly extended: ReadonlySet<string>
  /** Folders whose files are served as they are, with the file that names them. */
  readonly served: ReadonlyMap<string, string>
  /** True if folders of the repository are packages of one workspace. */
  readonly hasWorkspaces: boolean
  /** Commands of checks, builds and deploys, with the file that contains them. */
  readonly commands: readonly (readonly [path: string, text: string])[]
  /** Names of the scripts that these commands call. */
  readonly called: ReadonlySet<string>
  /** Texts of all commands, including those of scripts that nothing calls. */
  readonly texts: readonly string[]
}

/** Finds the files that are named in files that affect installation, checks, builds or deploys. */
export function findNamedFiles(trees: readonly Tree[], project: string): NamedFiles {
  const files = trees.flatMap((tree) => filesIn(tree, project))
  const tables = files.flatMap((file) => tableOf(file) ?? [])
  return {
    installed: new Map(tables.flatMap(({ path, folder, content }) => installedBy(path, folder, content, project))),
    served: new Map(tables.flatMap(({ path, folder, content }) => servedBy(path, folder, content, project))),
    extended: new Set(trees.flatMap((tree) => [...extendedIn(tree, project)])),
    hasWorkspaces: tables.some(
      ({ path, content }) => 'workspaces' in content || (isNamed(path, 'pnpm-workspace.yaml') && 'packages' in content),
    ),
    ...commandsIn(files),
  }
}

interface FoundFile {
  readonly path: string
  readonly folder: string
  readonly kind: FileKind
  readonly text: string
}

/** Lists the files of the project and above it that may name other files. */
function filesIn(tree: Tree, project: string): FoundFile[] {
  return [...tree].flatMap(([path, file]) => {
    const found = kindOf(path)
    if (found === null || placeOf(found.folder, project) === 'beside') return []
    if (!isRunning(found.kind) && !isNaming(found.kind)) return []
    const bytes = file.read()
    const text = bytes && decode(bytes)
    return text === null ? [] : [{ path, ...found, text }]
  })
}

/** Tells whether programs run other files that are named in files of a kind. */
function isRunning({ runs, how }: FileKind): boolean {
  return runs === true || how === NPMRC || how === BUNFIG || how === YARNRC
}

/** Tells whether settings in files of a kind name other files. */
function isNaming({ how }: FileKind): boolean {
  return how === PACKAGE || how === PNPM_WORKSPACE || how === WRANGLER
}

function tableOf({ path, folder, kind, text }: FoundFile) {
  if (!isNaming(kind)) return null
  const parsed = parseText((kind.how as SettingsFile).format, text)
  return 'problem' in parsed ? null : { path, folder, content: parsed.content }
}

function isNamed(path: string, name: string): boolean {
  return posix.basename(path).toLowerCase() === name
}

function installedBy(path: string, folder: string, content: Table, project: string): [string, string][] {
  return [...flatten(content, Number.POSITIVE_INFINITY)].flatMap(([name, value]): [string, string][] => {
    const local = localPathOf(name, value)
    const target = local === null ? null : posix.join(folder, local)
    return target === null || isWithin(project, target) ? [] : [[target, path]]
  })
}

function servedBy(path: string, folder: string, content: Table, project: string): [string, string][] {
  return [...flatten(content, Number.POSITIVE_INFINITY)].flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'string' || !SERVED.test(name)) return []
    const target = posix.join(folder, value).replace(/\/$/, '')
    return isWithin(project, target) ? [] : [[target, path]]
  })
}

/** Settings of `wrangler.toml` that name a folder of files to serve. */
const SERVED = /(?:^|\.)(?:assets\.directory|site\.bucket|pages_build_output_dir)$/

/** Finds the files that the tsconfigs of the project and above it extend, directly or through other files. */
function extendedIn(tree: Tree, project: string): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...tree.keys()].filter((path) => {
    const at = kindOf(path)
    return at?.kind.how === TSCONFIG && placeOf(at.folder, project) !== 'beside'
  })
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const base of basesOf(tree, path).filter((one) => !found.has(one))) {
      found.add(base)
      open.push(base)
    }
  }
  return found
}

function basesOf(tree: Tree, path: string): string[] {
  const bytes = tree.get(path)?.read() ?? null
  const parsed = parseText('jsonc', (bytes && decode(bytes)) ?? '')
  const named = 'problem' in parsed ? [] : [parsed.content.extends].flat()
  return named.flatMap((name) => {
    if (typeof name !== 'string' || !name.startsWith('.')) return []
    const address = posix.join(posix.dirname(path), name)
    return [address, `${address}.json`, `${address}/tsconfig.json`].filter((one) => tree.has(one))
  })
}

/**
 * Returns the texts of files that run commands, such as workflows, and of the scripts that these commands call (see
 * `findCalledScripts`); the names of these scripts; and the texts of
 * all commands.
 */
function commandsIn(files: readonly FoundFile[]): Pick<NamedFiles, 'commands' | 'called' | 'texts'> {
  const steps = files.flatMap(({ path, kind, text }) => (isRunning(kind) ? [[path, text] as const] : []))
  const scripts = files.flatMap((file) => {
    const found = tableOf(file)?.content.scripts
    return isTable(found) ? Object.entries(found).map(([name, text]) => [file.path, name, String(text)] as const) : []
  })
  const called = findCalledScripts(
    scripts.map(([, name, text]) => [name, text]),
    steps.map(([, text]) => text),
  )
  const run = scripts.flatMap(([path, name, text]) => (called.has(name) ? [[path, text] as const] : []))
  return {
    called,
    commands: [...steps, ...run],
    texts: [...steps.map(([, text]) => text), ...scripts.map(([, , text]) => text)],
  }
}
