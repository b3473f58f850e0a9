import type { ChainVerdict } from '../../compile/branches/verdict.ts'
import type { Diagnostic } from '../../compile/index.ts'
import type { Change } from '../../compile/review/change.ts'
import { type Compiled, isCompiled, loadCompiler } from '../compile-project.ts'
import type { Base } from '../git.ts'
import { findOpen, type OpenFinding } from '../open/find-open.ts'
import { openSources } from '../open/open-sources.ts'
import { requireProject } from '../project.ts'
import { reviewSurroundings } from '../surroundings/review-surroundings.ts'
import { type EngineProof, failureSummaries } from '../verify/prove-on-engine.ts'
import { chooseBase, compareProject, judgeAndProve } from '../verify/verify-against-base.ts'

/** Result of examining a project that compiles. The project is compared with its committed files and with a base. */
export interface Examined {
  readonly kind: 'examined'
  readonly compilation: Compiled
  /** Mistakes in `wrangler.toml`. */
  readonly mistakes: readonly Diagnostic[]
  /** Committed files that a build would change. */
  readonly stale: readonly string[]
  /** Base of the comparison. Outside a repository it is `null`, and so are `verdict` and `proof`. */
  readonly base: Base | null
  readonly verdict: ChainVerdict | null
  readonly proof: EngineProof | null
  /** Changes to the files around the program since the base. */
  readonly files: readonly Change[]
  /** Access that the config gives in environments other than development. */
  readonly open: readonly OpenFinding[]
}

/** Reason why there is nothing to examine: migrations of the base were altered, or the config has mistakes. */
export interface NotExamined {
  readonly kind: 'altered' | 'broken'
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Compiles the project, compares it with the committed files, and verifies the migrations since a base. Nothing is
 * written.
 * @param ref commit to compare with. Default: the commit where the branch left the default branch
 * @throws Failure if the folder holds no project, or git does not know the commit
 */
export async function examineProject(root: string, ref: string | undefined): Promise<Examined | NotExamined> {
  requireProject(root)
  const base = chooseBase(root, ref)
  const compared = base && (await compareProject(root, base))
  if (compared && compared.diagnostics.length > 0) return { kind: 'altered', diagnostics: compared.diagnostics }
  const { compile } = await loadCompiler(root)
  const compilation = await compile({ root })
  if (!isCompiled(compilation)) return { kind: 'broken', diagnostics: compilation.diagnostics }
  const mistakes = await checkBindings(root, compilation)
  const stale = [...(await findStale(root, compilation)), ...(await findStaleBindings(root, compilation))]
  const judged = compared ? await judgeAndProve(root, compared, compilation) : NOTHING_TO_COMPARE
  const files = await reviewSurroundings(root, base)
  const { setting } = await openSources(root, compilation)
  const open = findOpen(compilation.manifest, setting)
  return { kind: 'examined', compilation, mistakes, stale, base, ...judged, files, open }
}

/** Tells whether there are no mistakes, every committed file matches the config, and no proof of a migration failed. */
export function isSound({ stale, mistakes, proof }: Examined): boolean {
  return stale.length + mistakes.length + (proof?.failures.length ?? 0) === 0
}

/** Returns the examination as `cms check --json` prints it. */
export async function examinationAsJson(examined: Examined | NotExamined) {
  if (examined.kind !== 'examined') {
    const { kind, diagnostics } = examined
    return { ok: false, ...(kind === 'altered' && { stale: [] }), diagnostics }
  }
  const { compilation, mistakes, stale, base, verdict, proof, files, open } = examined
  const { version } = compilation.manifest
  const diagnostics = [...compilation.diagnostics, ...mistakes]
  const proven = proof && { ...proof.figures, failures: await failureSummaries(proof.failures) }
  const migrations = summaries(verdict)
  return { ok: isSound(examined), version, stale, diagnostics, base, migrations, proof: proven, files, open }
}

const NOTHING_TO_COMPARE = { verdict: null, proof: null }

function summaries(verdict: ChainVerdict | null) {
  return (verdict?.migrations ?? []).map((migration) =>
    migration.kind === 'recomputed'
      ? { name: migration.file.name, kind: migration.kind, commit: migration.commit }
      : {
          name: migration.file.name,
          kind: migration.kind,
          origin: migration.origin,
          reason: migration.reason,
          effects: migration.effects,
        },
  )
}

/** Finds stale outputs. The generated program does not count: it is not committed, and every build writes it. */
async function findStale(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { findStaleOutputs } = await import('../../compile/index.ts')
  return findStaleOutputs(root, compilation).filter((path) => !path.startsWith('.cms/'))
}

async function findStaleBindings(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { isWranglerStale } = await import('../wrangler/write-wrangler.ts')
  return isWranglerStale(root, compilation) ? ['wrangler.toml'] : []
}

async function checkBindings(root: string, compilation: Compiled): Promise<readonly Diagnostic[]> {
  const { readWranglerFile } = await import('../wrangler/wrangler-file.ts')
  const { checkWrangler } = await import('../wrangler/check-wrangler.ts')
  return checkWrangler(root, readWranglerFile(root), compilation)
}
