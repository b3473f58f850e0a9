import type { Compilation } from '../compilation.ts'
import { compile } from '../compile.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { locksIn } from '../schema/files/earlier-locks.ts'
import { git } from '../schema/files/git.ts'
import { type History, MIGRATIONS_FOLDER, type Seal } from '../schema/files/history.ts'
import { isWrittenByHand, type MigrationFile, parseMigration, withoutPlaces } from '../schema/files/migration-file.ts'
import { withCheckout } from './scratch-checkout.ts'
import type { BaseCommit } from './verdict.ts'

/** Outcome of planning a generated migration again. */
export type Replanned =
  /**
   * The same bytes under the same name. `commit` is the commit whose config yields them; `null` for the working tree.
   */
  | { readonly kind: 'same'; readonly commit: string | null; readonly planned: MigrationFile }
  /** Different bytes, a different name, or no migration. */
  | { readonly kind: 'other'; readonly commit: string | null; readonly planned: MigrationFile | null }
  | { readonly kind: 'impossible'; readonly reason: string }

/**
 * Plans generated migrations again, each from the chain before it and the config of the commit that added it; for the
 * last one, the config of the working tree is tried first. Writes nothing but a temporary checkout.
 */
export class Replanner {
  readonly #root: string
  readonly #base: BaseCommit
  readonly #files: readonly MigrationFile[]
  readonly #commits: ReadonlyMap<string, string>

  /** @param files the whole chain */
  constructor(root: string, base: BaseCommit, files: readonly MigrationFile[]) {
    this.#root = root
    this.#base = base
    this.#files = files
    this.#commits = bringingCommits(root, base)
  }

  async replan(file: MigrationFile): Promise<Replanned> {
    const generated = this.#files.filter((candidate) => !isWrittenByHand(candidate))
    const fromWorkingTree = file === generated.at(-1) ? await this.#planFrom(this.#root, file) : null
    const now = fromWorkingTree && 'planned' in fromWorkingTree ? fromWorkingTree : null
    if (now?.planned && isSame(now.planned, file)) return { kind: 'same', commit: null, planned: now.planned }
    const commit = this.#commitOf(file)
    if (commit === undefined) return now ? { kind: 'other', commit: null, ...now } : notCommitted(file)
    const then = await withCheckout(this.#root, commit, (folder) => this.#planFrom(folder, file))
    const found = then && 'planned' in then ? then : null
    if (found?.planned && this.#isExplained(file, found.planned, commit)) {
      return { kind: 'same', commit, planned: found.planned }
    }
    // If one commit added several migrations, its config is that of the last one.
    const next = generated.slice(generated.indexOf(file) + 1).find((other) => this.#commitOf(other) === commit)
    if (next) return broughtTogether(file, next, commit)
    if (found) return { kind: 'other', commit, ...found }
    return now
      ? { kind: 'other', commit: null, ...now }
      : notEvaluated(file, commit, then && 'mistake' in then ? then : null)
  }

  /** Plans a migration from the project at `root`. */
  async #planFrom(root: string, file: MigrationFile): Promise<Planned | NotCompiled> {
    const before = this.#files.slice(0, this.#files.indexOf(file))
    const compilation = await compile({
      root,
      history: sealedHistory(before, () => this.#locksBefore(file)),
      isPlannedAgain: true,
    })
    return compilation.schema ? { planned: plannedIn(compilation) } : { mistake: compilation.diagnostics[0] }
  }

  /** Returns the committed locks from before a migration: those before the commit that added it. */
  #locksBefore(file: MigrationFile): Iterable<string> {
    const commit = this.#commitOf(file)
    return locksIn(this.#root, commit === undefined ? 'HEAD' : `${commit}^@`)
  }

  /**
   * Tells whether a file is what a plan yields. In a commit that combines several others (a merge, a rebase, a squashed
   * pull request), the lines that migrations mention may have moved: those may differ, and nothing else.
   */
  #isExplained(file: MigrationFile, planned: MigrationFile, commit: string): boolean {
    if (isSame(planned, file)) return true
    const together = this.#files.filter((other) => this.#commitOf(other) === commit).length > 1
    const isPutTogether = together || this.#base.ref === FIRST_PARENT || isMerge(this.#root, commit)
    return isPutTogether && planned.name === file.name && withoutPlaces(planned.text) === withoutPlaces(file.text)
  }

  #commitOf(file: MigrationFile): string | undefined {
    return this.#commits.get(keyOf(file))
  }
}

interface Planned {
  readonly planned: MigrationFile | null
}

interface NotCompiled {
  readonly mistake: Diagnostic | undefined
}

/** Base of comparison for commits on `main` itself. */
const FIRST_PARENT = 'HEAD^1'

function isMerge(root: string, commit: string): boolean {
  return git(root, 'rev-parse', '-q', '--verify', `${commit}^2`) !== null
}

function notCommitted(file: MigrationFile): Replanned {
  return {
    kind: 'impossible',
    reason: `no commit contains the config of ${file.name}, and other migrations follow it: commit each migration separately`,
  }
}

function notEvaluated(file: MigrationFile, commit: string, then: NotCompiled | null): Replanned {
  const why = then?.mistake ? `: ${describeMistake(then.mistake)}` : ''
  return {
    kind: 'impossible',
    reason: `the config of ${commit.slice(0, 7)}, which added ${file.name}, no longer compiles${why}; ${SQUASH}`,
  }
}

function describeMistake({ message, file, line }: Diagnostic): string {
  const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`
  return `${message.replace(/\.$/, '')}${place}`
}

function broughtTogether(file: MigrationFile, other: MigrationFile, commit: string): Replanned {
  return {
    kind: 'impossible',
    reason: `${commit.slice(0, 7)} added both ${file.name} and ${other.name}, and no commit contains the config in between; ${SQUASH}`,
  }
}

const SQUASH =
  'to get a migration that can be reproduced, delete the generated ones of this branch and run `cms build`, or run `cms migrate rebase` if some are handwritten'

function isSame(planned: MigrationFile, file: MigrationFile): boolean {
  return planned.name === file.name && planned.text === file.text
}

/** Returns a history in which existing migrations cannot be rewritten. */
function sealedHistory(files: readonly MigrationFile[], locks: History['locks']): History {
  const seal: Seal = { isSealed: () => true, compare: () => 'same', notesPending: false, noted: [] }
  return { files, seal: () => seal, locks }
}

function plannedIn({ outputs }: Compilation): MigrationFile | null {
  const prefix = `${MIGRATIONS_FOLDER}/`
  const found = [...outputs].find(([path]) => path.startsWith(prefix))
  return found ? parseMigration(found[0].slice(prefix.length), found[1]) : null
}

function keyOf({ name, text }: MigrationFile): string {
  return `${name}\n${text}`
}

/**
 * Returns the last commit that gave a migration each of its texts since the base, keyed by the migration's name and
 * text.
 */
function bringingCommits(root: string, { commit }: BaseCommit): ReadonlyMap<string, string> {
  const range = commit === null ? ['HEAD'] : [`${commit}..HEAD`]
  // For a merge, only differences from all parents (`-c`) count as added by it.
  const log = git(root, 'log', '--format=%x00%H', '--raw', '--no-abbrev', '--relative', '-c', ...range, '--', FOLDER)
  const brought = new Map<string, string>()
  for (const entry of (log ?? '').split('\0')) {
    const [hash = '', ...lines] = entry.split('\n').filter((line) => line !== '')
    for (const line of lines) {
      const [, blob, path] = /^:.*? ([0-9a-f]{40,64}) \w+\t(.+)$/.exec(line) ?? []
      const text = blob === undefined || /^0+$/.test(blob) ? null : git(root, 'cat-file', 'blob', blob)
      if (text === null || path === undefined) continue
      const key = `${path.slice(FOLDER.length)}\n${text.replaceAll('\r\n', '\n')}`
      if (!brought.has(key)) brought.set(key, hash)
    }
  }
  return brought
}

const FOLDER = `${MIGRATIONS_FOLDER}/`
