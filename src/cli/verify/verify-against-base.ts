import { join } from 'node:path'
import type { ChainVerdict } from '../../compile/branches/verdict.ts'
import type { Recomputed } from '../../compile/branches/verify-chain.ts'
import type { Diagnostic } from '../../compile/index.ts'
import type { Lock } from '../../compile/lock/read-lock.ts'
import type { Compiled } from '../compile-project.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { fieldTypesOf } from '../field-types.ts'
import { type Base, defaultBase, isInRepository, readAtCommit, resolveBase } from '../git.ts'
import { type EngineProof, proveOnEngine } from './prove-on-engine.ts'

/** Migrations on disk, compared with those of a base. */
export interface AgainstBase {
  readonly recomputed: Recomputed
  /** Altered migrations; empty if none was altered. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Chooses the base to compare with: the commit `ref`, or the default base. Returns `null` outside a repository if `ref`
 * is not given.
 * @throws Failure for a commit that git does not know, and if the history of this clone is too short
 */
export function chooseBase(root: string, ref: string | undefined): Base | null {
  if (ref !== undefined) return resolveBase(root, ref)
  return isInRepository(root) ? defaultBase(root) : null
}

/**
 * Compares the project's migrations with those of a base. This comes before compilation, since altered migrations would
 * cause other mistakes.
 */
export async function compareProject(root: string, base: Base): Promise<AgainstBase> {
  const { recompute } = await import('../../compile/branches/verify-chain.ts')
  const { readHistory } = await import('../../compile/schema/files/history.ts')
  const { reportFindings } = await import('../../compile/diagnostics/report.ts')
  const recomputed = await recompute(root, base, readHistory(root).files)
  const context = { root, configFile: join(root, 'cms.config.ts'), layers: [], parents: new Map() }
  return { recomputed, diagnostics: await reportFindings(recomputed.altered, context) }
}

/**
 * Returns the exit code of a refusal: `error` if every diagnostic is about manual SQL that changes the schema,
 * otherwise `stale`.
 */
export function refusalCode(diagnostics: readonly Diagnostic[]): ExitCode {
  return diagnostics.every(({ code }) => code === 'migration-reshapes') ? exitCodes.error : exitCodes.stale
}

/**
 * Result of comparing a chain of migrations with its base: the effects of the new migrations, and the proof that they
 * lose nothing but what these effects say.
 */
export interface Judged {
  readonly verdict: ChainVerdict
  readonly proof: EngineProof
}

/** Judges the chain of migrations as the compiler leaves it. Migrations that the base lacks are run on D1's engine. */
export async function judgeAndProve(root: string, { recomputed }: AgainstBase, compilation: Compiled): Promise<Judged> {
  const { LOCK_FILE } = await import('../../compile/schema/files/lock-format.ts')
  const { EMPTY_LOCK } = await import('../../compile/lock/read-lock.ts')
  const { judgeChain } = await import('../../compile/branches/verify-chain.ts')
  const { chain: files, config, manifest } = compilation
  const head = await lockIn(compilation.outputs.get(LOCK_FILE) ?? null)
  const sides = { head: head ?? EMPTY_LOCK, base: await lockIn(readAtCommit(root, recomputed.base, LOCK_FILE)) }
  const verdict = judgeChain({ root, files, recomputed, manifest, sides })
  const added = new Set(verdict.migrations.map(({ file }) => file))
  const newest = files.filter((file) => added.has(file))
  const { collections } = manifest
  return { verdict, proof: await proveOnEngine({ files, added: newest, collections, types: fieldTypesOf(config) }) }
}

/**
 * Parses a lock; `null` if there is none, or if it cannot be read.
 */
async function lockIn(text: string | null): Promise<Lock | null> {
  const { readLock } = await import('../../compile/lock/read-lock.ts')
  const outcome = text === null ? null : readLock(text)
  return outcome !== null && 'lock' in outcome ? outcome.lock : null
}
