import { MIGRATIONS_FOLDER } from '../schema/history.ts'
import type { MigrationFile } from '../schema/migration-file.ts'
import type { DatabaseChange } from './change.ts'

/** The steps of the migrations that the base does not have, in their order. */
export function diffDatabase(migrations: readonly MigrationFile[]): DatabaseChange[] {
  return migrations.flatMap(({ name, steps }) => {
    const rebuilt = new Set(steps.map(({ title }) => /^rebuild table (\w+)$/.exec(title)?.[1]))
    return steps.map(({ class: stepClass, title, source, notes, statements }) => ({
      class: stepClass,
      kind: kindOf(title),
      subject: title.replace(/^(?:add|change|create|drop|rename|rebuild) \w+ /, ''),
      message: title === '' ? 'SQL without a heading' : title,
      source,
      migration: `${MIGRATIONS_FOLDER}/${name}`,
      notes: [...notes.filter((note) => note !== ''), ...(statements.length > 0 ? [] : whereItIsDone(title, rebuilt))],
      sql: statements,
    }))
  })
}

/** `add-field` for `add field posts.summary`. */
function kindOf(title: string): string {
  return /^(add|change|create|drop|rename|rebuild) (\w+) /.exec(title)?.slice(1, 3).join('-') ?? 'statement'
}

/** A step without SQL of its own, where a table has to be rebuilt anyway. */
function whereItIsDone(title: string, rebuilt: ReadonlySet<string | undefined>): string[] {
  const table = /^(?:add|change|drop) (?:field|column) (\w+)\./.exec(title)?.[1]
  if (table !== undefined && rebuilt.has(table)) return [`done by the rebuild of ${table}`]
  return ['nothing to do in the database']
}
