import type { D1Database, D1Meta } from '@cloudflare/workers-types'

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>
type Methods = Record<string, Method>

/**
 * Sums the rows that D1 reports as read for all queries of the isolate from now on. The binding's own methods still do
 * the work. The results of `first` and `raw` do not report rows, so these queries run a second time as `all`.
 * @returns a function that ends the count and returns the sum
 */
export function countReads(db: D1Database): () => number {
  const statement = prototypeOf(db.prepare('SELECT 1'))
  const counted = new Set<D1Meta>()
  const note = (results: unknown) => {
    for (const result of Array.isArray(results) ? results : [results]) {
      const { meta } = result as { meta?: D1Meta } // a D1Result
      if (meta) counted.add(meta)
    }
  }
  const all = statement.all
  const restore = [
    ...[prototypeOf(db), prototypeOf(db.withSession())].map((prototype) => wrap(prototype, 'batch', note)),
    wrap(statement, 'all', note),
    wrap(statement, 'run', note),
    ...['first', 'raw'].map((name) => wrap(statement, name, async (_, self) => note(await all?.call(self)))),
  ]
  return () => {
    for (const undo of restore) undo()
    return [...counted].reduce((sum, meta) => sum + (meta.rows_read ?? 0), 0)
  }
}

function wrap(methods: Methods, name: string, note: (answer: unknown, self: unknown) => unknown): () => void {
  const original = methods[name]
  if (original === undefined || !Object.hasOwn(methods, name)) return () => {}
  methods[name] = async function (...args) {
    const answer = await original.apply(this, args)
    await note(answer, this)
    return answer
  }
  return () => {
    methods[name] = original
  }
}

function prototypeOf(object: object): Methods {
  return Object.getPrototypeOf(object) as Methods // methods of D1's binding, by name
}
