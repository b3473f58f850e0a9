import type { Access, Manifest, ManifestCode, Migration } from '../../manifest/index.ts'
import { sha256 } from '../hash.ts'
import type { WorkerFacts } from './worker-facts.ts'

/** The code that a program is made of, besides what the manifest says as data. */
export interface ProgramCode {
  readonly code: ManifestCode
  readonly worker: WorkerFacts
  /** Of this package, where its version does not say it. */
  readonly source: string | null
  readonly migrations: readonly Migration[]
}

/** The manifest with the hashes of its code, and with its own: what `/health` shows, and what proves which program runs. */
export function stampProgram(manifest: Manifest, { code, worker, source, migrations }: ProgramCode): Manifest {
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
  const hash = sha256(JSON.stringify([name, stamped, source, chain]))
  return { name, hash, version: hash.slice(0, 12), ...stamped }
}
