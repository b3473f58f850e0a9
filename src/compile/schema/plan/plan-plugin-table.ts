import type { Config } from '../../../config/index.ts'
import { quote } from '../../../ground/sql.ts'
import type { SchemaColumn, SchemaIndex } from '../../../manifest/index.ts'
import { atValue, type Finding } from '../../diagnostics/diagnostic.ts'
import { acknowledgement } from '../compare/acknowledge.ts'
import { convert } from '../compare/convert.ts'
import type { TableChange } from '../compare/diff-table.ts'
import { printColumn, printIndex } from '../sql/print.ts'
import { makeStep, type Step } from '../steps/step.ts'
import { rebuildWithIndexes } from './rebuild.ts'

/** Plans changes to a plugin's table. A dropped column must be acknowledged in the config, like a field. */
export function planPluginTable(
  change: TableChange,
  config: Config,
): { readonly steps: readonly Step[]; readonly findings: readonly Finding[] } {
  return {
    steps: change.isRebuilt
      ? [rebuild(change, config)]
      : [...additions(change), ...drops(change, config), ...indexes(change)],
    findings: [...lostColumns(change, config), ...lostValues(change, config), ...missingDefaults(change, config)],
  }
}

function additions({ after, added }: TableChange): Step[] {
  return added.map((column) =>
    makeStep({ kind: 'add-column', table: after.name, column: column.name }, [
      `ALTER TABLE ${quote(after.name)} ADD COLUMN ${printColumn(column, after.foreignKeys)}`,
    ]),
  )
}

function drops({ after, dropped }: TableChange, config: Config): Step[] {
  return dropped.map((name) => {
    const reason = reasonFor(name, after, config)
    const statements = [`ALTER TABLE ${quote(after.name)} DROP COLUMN ${quote(name)}`]
    return makeStep({ kind: 'drop-column', table: after.name, column: name, reason }, statements)
  })
}

function reasonFor(column: string, { name }: TableChange['after'], { dropped, lossy }: Config): string {
  const key = `${name}.${column}`
  return dropped?.[key] ?? lossy?.[key] ?? ''
}

function indexes({ after, indexes: { dropped, created } }: TableChange): Step[] {
  const about = ({ name, unique }: SchemaIndex) => ({ table: after.name, index: name, unique })
  return [
    ...dropped.map((index) => makeStep({ kind: 'drop-index', ...about(index) }, [`DROP INDEX ${quote(index.name)}`])),
    ...created.map((index) => makeStep({ kind: 'create-index', ...about(index) }, [printIndex(after.name, index)])),
  ]
}

function rebuild(change: TableChange, config: Config): Step {
  const { after, altered, dropped } = change
  const types = new Map(altered.map((pair) => [pair.after.name, pair]))
  const values = new Map(
    after.columns.map((column) => {
      const pair = types.get(column.name)
      const isNew = change.added.some(({ name }) => name === column.name)
      const old = quote(column.name)
      if (isNew) return [column.name, column.default ?? 'NULL'] as const
      const cast = pair ? converted(pair).sql : old
      return [
        column.name,
        column.notNull && column.default !== null ? `coalesce(${cast}, ${column.default})` : cast,
      ] as const
    }),
  )
  const lossy = altered.filter((pair) => converted(pair).isLossy).map((pair) => pair.after.name)
  const reasons = (columns: readonly string[]) =>
    Object.fromEntries(columns.map((name) => [name, reasonFor(name, after, config)]))
  return makeStep(
    { kind: 'rebuild-table', table: after.name, dropped: reasons(dropped), lossy: reasons(lossy) },
    rebuildWithIndexes(
      change,
      values,
      after.indexes.filter(({ unique, where }) => unique && where === null),
    ),
  )
}

/** Returns SQL that converts a column. As with fields, text that is not a number becomes NULL, never 0. */
function converted({ before, after }: TableChange['altered'][number]): {
  readonly sql: string
  readonly isLossy: boolean
} {
  const column = quote(before.name)
  const from = STORAGE[before.type]
  const to = STORAGE[after.type]
  if (before.type === after.type) return { sql: column, isLossy: false }
  if (!from || !to) return { sql: `CAST(${column} AS ${after.type})`, isLossy: true }
  const facts = { target: null, required: false }
  return convert({ ...facts, kind: before.type, storage: from }, { ...facts, kind: after.type, storage: to }, column)
}

const STORAGE: Partial<Record<SchemaColumn['type'], 'text' | 'integer' | 'real'>> = {
  TEXT: 'text',
  INTEGER: 'integer',
  REAL: 'real',
}

function lostColumns({ after, dropped }: TableChange, config: Config): Finding[] {
  const unsaid = dropped.map((name) => `${after.name}.${name}`).filter((name) => config.dropped?.[name] === undefined)
  return unsaid.map((name) => ({
    code: 'drop-unacknowledged',
    message: `no plugin declares the column ${name} any longer: its values would be lost`,
    hint: `to drop it, ${acknowledgement('the config', config, unsaid)}`,
    at: atValue(config),
  }))
}

/** Returns findings for columns whose values may not convert to the new type. */
function lostValues({ after, altered }: TableChange, config: Config): Finding[] {
  return altered
    .filter((pair) => converted(pair).isLossy && config.lossy?.[`${after.name}.${pair.after.name}`] === undefined)
    .map(({ before, after: column }) => ({
      code: 'loss-unacknowledged',
      message: `${after.name}.${column.name} changes from ${before.type} to ${column.type}: values that cannot be read as ${column.type} would be lost`,
      hint: `to accept that, ${acknowledgement('the config', config, [`${after.name}.${column.name}`], 'lossy')}`,
      at: atValue(config),
    }))
}

function missingDefaults({ after, added }: TableChange, config: Config): Finding[] {
  return added
    .filter((column) => column.notNull && column.default === null && !column.generated)
    .map((column) => ({
      code: 'required-without-value',
      message: `${after.name}.${column.name} must not be null, but existing rows have no value for it`,
      hint: 'give the column a default, or let it be null',
      at: atValue(config),
    }))
}
