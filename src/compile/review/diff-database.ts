import { MIGRATIONS_FOLDER } from '../schema/history.ts'
import type { MigrationFile } from '../schema/migration-file.ts'
import type { DatabaseChange } from './change.ts'

/** The steps of the migrations that the base does not have, in their order. */
export function diffDatabase(migrations: readonly MigrationFile[]): DatabaseChange[] {
  return migrations.flatMap(({ name, steps }) =>
    steps.map(({ class: stepClass, title, source, notes, statements }) => ({
      class: stepClass,
      kind: kindOf(title),
      subject: title.replace(/^(?:add|change|create|drop|rename|rebuild) \w+ /, ''),
      message: title === '' ? 'SQL without a heading' : title,
      source,
      migration: `${MIGRATIONS_FOLDER}/${name}`,
      notes: notes.filter((note) => note !== ''),
      sql: statements,
    })),
  )
}

/** `add-field` for `add field posts.summary`. */
function kindOf(title: string): string {
  return /^(add|change|create|drop|rename|rebuild) (\w+) /.exec(title)?.slice(1, 3).join('-') ?? 'statement'
}
