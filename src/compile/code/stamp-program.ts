import type { Access, Manifest, ManifestCode, Migration } from '../../manifest/index.ts'
import { sha256 } from '../hash.ts'
import type { WorkerFacts } from './worker-facts.ts'

/** The code of a program, which the manifest does not contain as data. */
export interface ProgramCode {
  readonly code: ManifestCode
  readonly worker: WorkerFacts
  /** Hash of this package's source, if its version does not identify it. */
  readonly source: string | null
  /** Contents of the tsconfigs, whose options affect how the bundler compiles the modules. */
  readonly tsconfigs: readonly string[]
  readonly migrations: readonly Migration[]
}

/**
 * Adds the hashes of its code to a manifest, and the manifest's own hash, which `/health` shows and which identifies
 * the program.
 */
export function stampProgram(
  manifest: Manifest,
  { code, worker, source, tsconfigs, migrations }: ProgramCode,
): Manifest {
  const { name, hash: _hash, version: _version, ...rest } = manifest
  const stamp = (access: Access): Access =>
    access.kind === 'function' ? { ...access, hash: code.functions[access.function] ?? access.hash } : access
  const stamped = {
    ...rest,
    code,
    worker,
    collections: manifest.collections.map((collection) => {
      const { read, create, update, delete: remove } = collection.access
      const access = { read: stamp(read), create: stamp(create), update: stamp(update), delete: stamp(remove) }
      return { ...collection, access }
    }),
  }
  const chain = migrations.map(({ name, checksum }) => [name, checksum])
  const hash = sha256(JSON.stringify([name, stamped, source, tsconfigs, chain]))
  return { name, hash, version: hash.slice(0, 12), ...stamped }
}
