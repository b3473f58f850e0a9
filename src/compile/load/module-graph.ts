import { statSync } from 'node:fs'
import { sep } from 'node:path'
import { packageSource } from './package-root.ts'

/**
 * Modules of a project that Node has loaded. Node never unloads a module, so a changed file, and every file that
 * imports it, is loaded again under a new version: `posts.ts?v=2`. The first version has a number, too, so that the
 * compiler evaluates a file even if other code has loaded it before.
 */
export class ModuleGraph {
  readonly root: string
  readonly #modules = new Map<string, Module>()
  #overlay: ReadonlyMap<string, string | null> = new Map()
  /** Number that increases with each file that has to be loaded again. */
  revision = 0

  constructor(root: string) {
    this.root = root
  }

  /** Returns whether a file belongs to the project itself, not to a dependency or to this package. */
  owns(path: string): boolean {
    if (!path.startsWith(this.root + sep) || path.startsWith(packageSource)) return false
    return !path.slice(this.root.length).includes(`${sep}node_modules${sep}`)
  }

  /** Returns the version under which a file is loaded, and records its importer. */
  version(path: string, importer: string | null): number {
    const module = this.#modules.get(path) ?? { version: 1, state: stateOf(path), importers: new Set() }
    module.state ??= stateOf(path)
    this.#modules.set(path, module)
    if (importer !== null && importer !== path) module.importers.add(importer)
    return module.version
  }

  /** Gives new versions to the files that have changed since they were loaded, and to all files that import them. */
  refresh(): void {
    this.invalidate(this.files().filter((path) => stateOf(path) !== this.#modules.get(path)?.state))
  }

  /** Gives new versions to files, and to all files that import them. */
  invalidate(paths: readonly string[]): void {
    const stale = new Set<string>()
    const visit = (path: string): void => {
      const module = this.#modules.get(path)
      if (!module || stale.has(path)) return
      stale.add(path)
      for (const importer of module.importers) visit(importer)
    }
    for (const path of paths) visit(path)
    for (const path of stale) this.#renew(path)
  }

  /** Gives new versions to all files: after a failed load, no module can be reused. */
  invalidateAll(): void {
    this.invalidate(this.files())
  }

  /**
   * Replaces the texts of files until the next call. An empty map restores all files.
   * @param texts texts by absolute path; `null` for a file that counts as absent
   */
  lay(texts: ReadonlyMap<string, string | null>): void {
    const before = this.#overlay
    this.#overlay = texts
    this.invalidate([...before.keys(), ...texts.keys()])
  }

  /** Returns the text that replaces a file; `null` if the file counts as absent, `undefined` if nothing replaces it. */
  overlaid(path: string): string | null | undefined {
    return this.#overlay.get(path)
  }

  /** Returns the paths of all files of the project that have been loaded, sorted. */
  files(): string[] {
    return [...this.#modules.keys()].sort()
  }

  #renew(path: string): void {
    this.revision += 1
    const module = this.#modules.get(path)
    if (module) this.#modules.set(path, { version: module.version + 1, state: null, importers: new Set() })
  }
}

interface Module {
  readonly version: number
  /** State of the file when it was loaded; `null` before that. */
  state: string | null
  readonly importers: Set<string>
}

function stateOf(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stat ? `${stat.mtimeNs}:${stat.size}` : 'missing'
  } catch {
    return 'denied' // a file that is linked before the evaluation may be one that it may not read
  }
}
