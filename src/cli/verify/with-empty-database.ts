import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunBatch } from '../../compile/schema/proof/replay-proof.ts'
import { askWorkerd } from '../workerd/ask-workerd.ts'
import { bundleHost } from '../workerd/bundle-host.ts'
import { startWorkerd } from '../workerd/start-workerd.ts'

/** Gives `use` a D1 database of its own, which is gone afterwards. */
export async function withEmptyDatabase<Result>(use: (run: RunBatch) => Promise<Result>): Promise<Result> {
  const persist = await mkdtemp(join(tmpdir(), 'lintel-verify-'))
  try {
    const workerd = await startWorkerd({
      persist,
      storage: { database: 'verify', kv: 'verify', bucket: 'verify' },
      source: await bundleHost(fileURLToPath(new URL('./worker.ts', import.meta.url))),
      onLog: () => {},
    })
    try {
      return await use((statements) => ask(workerd.controlUrl, statements))
    } finally {
      await workerd.dispose()
    }
  } finally {
    await rm(persist, { recursive: true, force: true })
  }
}

async function ask(url: URL, statements: readonly string[]): ReturnType<RunBatch> {
  const answer = await askWorkerd(url, JSON.stringify(statements))
  if (!answer.ok) throw new Error(await answer.text())
  // What the worker beside this file answers.
  return (await answer.json()) as Awaited<ReturnType<RunBatch>>
}
