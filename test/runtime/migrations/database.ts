import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { askWorkerd } from '../../../src/cli/workerd/ask-workerd.ts'
import type { Migration } from '../../../src/manifest/index.ts'
import type {
  Applied,
  ApplyOptions,
  FoundDatabase,
  LedgerMove,
  MigrationStatus,
} from '../../../src/runtime/migrations/index.ts'
import type { Question } from './worker.ts'

/** A D1 database in workerd, with the runner beside it. */
export interface TestDatabase {
  apply(migrations: readonly Migration[], options?: ApplyOptions): Promise<Applied>
  status(migrations: readonly Migration[]): Promise<MigrationStatus>
  find(): Promise<FoundDatabase>
  move(move: LedgerMove): Promise<void>
  /** Runs statements as one batch; gives the rows of each. */
  sql(...statements: readonly string[]): Promise<Record<string, unknown>[][]>
  /** Drops every table, so that the next test finds it as new. */
  clear(): Promise<void>
  dispose(): Promise<void>
}

/** @param persist a folder for `wrangler`'s local state; default: memory. */
export async function startDatabase(persist?: string): Promise<TestDatabase> {
  const bundle = await build({
    entryPoints: [new URL('./worker.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: bundle.outputFiles[0]?.text ?? '',
      d1Databases: { DB: 'test-database' },
      compatibilityDate: '2026-10-20',
      cf: false,
      host: '127.0.0.1',
      ...(persist === undefined ? {} : { resourcePersistencePath: persist }),
    }),
  )
  const url = await miniflare.ready
  const ask = async (question: Question) => {
    const response = await askWorkerd(url, JSON.stringify(question))
    const { answer, error } = (await response.json()) as { answer?: never; error?: string }
    if (error !== undefined) throw new Error(error)
    return answer as never
  }
  const sql = (...statements: readonly string[]): Promise<Record<string, unknown>[][]> => ask({ do: 'sql', statements })
  return {
    apply: (migrations, options = { destructive: true }) => ask({ do: 'apply', migrations, options }),
    status: (migrations) => ask({ do: 'status', migrations }),
    find: () => ask({ do: 'find' }),
    move: (move) => ask({ do: 'move', move }),
    sql,
    clear: async () => {
      const [objects = []] = await sql(
        `SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'trigger') AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' ORDER BY type DESC, sql LIKE 'CREATE VIRTUAL%' DESC`,
      )
      const names = objects.map(({ name }) => String(name))
      const isShadow = (name: string) => names.some((other) => /_fts$/.test(other) && name.startsWith(`${other}_`))
      const own = objects.filter(({ name }) => !isShadow(String(name)))
      await sql('PRAGMA defer_foreign_keys = ON', ...own.map(({ type, name }) => `DROP ${type} "${name}"`))
    },
    dispose: () => miniflare.dispose(),
  }
}
