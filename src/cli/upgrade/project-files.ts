import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.ts'

/** Folders that are not the project's own source. */
const NOT_SOURCE = /(?:^|\/)(?:node_modules|\.[^/]+|dist|build|migrations)(?:\/|$)/

/** The files of a project while they are upgraded. Nothing is written before `write`. */
export interface ProjectFiles {
  readonly root: string
  /** Paths of TypeScript and JavaScript files, sorted. */
  readonly sources: readonly string[]
  /** A file's text as it stands at the moment; `null` where there is none. */
  read(path: string): string | null
  change(path: string, text: string): void
  /** Files that have changed, in the order of their paths. */
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
 * An object in a file of JSON, as it stands at the moment; `null` where there is no file.
 * @throws Failure where it cannot be read
 */
export function readJson(files: ProjectFiles, path: string): object | null {
  const text = files.read(path)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below, as of any other value.
  }
  throw new Failure(`${path} is not an object in JSON, so nothing was changed.`, { hint: `Mend it: git diff ${path}` })
}
