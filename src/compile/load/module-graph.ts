import { statSync } from 'node:fs'
import { sep } from 'node:path'
import { packageSource } from './package-root.ts'

/**
 * The project's own modules as Node has loaded them. Node never forgets a module, so a file that changed, and every
 * file
 * that imports it, is loaded again under a new version: `posts.ts?v=2`. The first has one too: whoever loaded the file
 * before, the compiler sees it evaluated.
 */
export class ModuleGraph {
  readonly root: string
  readonly #modules = new Map<string, Module>()
  #overlay: ReadonlyMap<string, string | null> = new Map()
  /** Rises with every file that is to be loaded anew. */
  revision = 0

  constructor(root: string) {
    this.root = root
  }

  /** A file of the project itself: neither a dependency nor this package. */
  owns(path: string): boolean {
    if (!path.startsWith(this.root + sep) || path.startsWith(packageSource)) return false
    return !path.slice(this.root.length).includes(`${sep}node_modules${sep}`)
  }

  /** The version to load a file under, noting who imports it. */
  version(path: string, importer: string | null): number {
    const module = this.#modules.get(path) ?? { version: 1, state: stateOf(path), importers: new Set() }
    module.state ??= stateOf(path)
    this.#modules.set(path, module)
    if (importer !== null && importer !== path) module.importers.add(importer)
    return module.version
  }

  /** Gives new versions to the files that differ from when they were loaded, and to all that import them. */
  refresh(): void {
    this.invalidate(this.files().filter((path) => stateOf(path) !== this.#modules.get(path)?.state))
  }

  /** Gives new versions to these files and to all that import them. */
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

  /** After a failed load nothing that took part in it can be trusted. */
  invalidateAll(): void {
    this.invalidate(this.files())
  }

  /**
   * Lays texts over files until they are laid off with an empty map: what is loaded then is what the project would be.
   * @param texts by path, absolute; `null` for a file that would not be there
   */
  lay(texts: ReadonlyMap<string, string | null>): void {
    const before = this.#overlay
    this.#overlay = texts
    this.invalidate([...before.keys(), ...texts.keys()])
  }

  /** Text laid over a file; `undefined` where nothing is. */
  overlaid(path: string): string | null | undefined {
    return this.#overlay.get(path)
  }

  /** Every file of the project that has been loaded. */
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
  /** State of the file when it was loaded; `null` until then. */
  state: string | null
  readonly importers: Set<string>
}

function stateOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.mtimeNs}:${stat.size}` : 'missing'
}
