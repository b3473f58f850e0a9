import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.ts'

/** Pattern of folders that do not contain the project's own source. */
const NOT_SOURCE = /(?:^|\/)(?:node_modules|\.[^/]+|dist|build|migrations)(?:\/|$)/

/** Files of a project while they are upgraded. Nothing is written before `write` is called. */
export interface ProjectFiles {
  readonly root: string
  /** Paths of the project's source files, sorted. */
  readonly sources: readonly string[]
  /** Returns the current text of a file; `null` if there is none. */
  read(path: string): string | null
  change(path: string, text: string): void
  /** Returns the changed files, ordered by path. */
  changed(): readonly ChangedFile[]
  write(): void
}

export interface ChangedFile {
  readonly path: string
  readonly before: string
  readonly after: string
}

export function openProjectFiles(root: string): ProjectFiles {
  const originals = new Map<string, string | null>()
  const texts = new Map<string, string>()
  const original = (path: string): string | null => {
    const known = originals.get(path)
    if (known !== undefined) return known
    const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null
    originals.set(path, text)
    return text
  }
  const changed = () =>
    [...texts.keys()].sort().flatMap((path): ChangedFile[] => {
      const [before, after] = [original(path) ?? '', texts.get(path) ?? '']
      return before === after ? [] : [{ path, before, after }]
    })
  return {
    root,
    sources: globSync('**/*.{ts,tsx,mts,js,jsx,mjs,astro,vue,svelte}', {
      cwd: root,
      exclude: (path) => NOT_SOURCE.test(path),
    })
      .filter((path) => !NOT_SOURCE.test(path))
      .sort(),
    read: (path) => texts.get(path) ?? original(path),
    change: (path, text) => texts.set(path, text),
    changed,
    write() {
      for (const { path, after } of changed()) writeFileSync(join(root, path), after)
    },
  }
}

/**
 * Parses the current text of a JSON file, which must be an object; `null` if there is no file.
 * @throws Failure if it cannot be parsed, or is not an object
 */
export function readJson(files: ProjectFiles, path: string): object | null {
  const text = files.read(path)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below, like any other value.
  }
  throw new Failure(`${path} is not an object in JSON, so nothing was changed.`, { hint: `Fix it: git diff ${path}` })
}
