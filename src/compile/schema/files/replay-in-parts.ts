import { namesIn } from '../../../ground/sql-tokens.ts'
import type { Schema, SchemaTable, SchemaTrigger } from '../../../manifest/index.ts'
import { createSchema } from '../sql/create.ts'
import { mentions } from '../sql/identifiers.ts'
import type { MigrationFile } from './migration-file.ts'
import { openDatabase, ReplayError, runStatements, schemaOf, statementsOf } from './run-statements.ts'

/**
 * Number of statements above which migrations are replayed in parts. SQLite parses its whole schema again for each
 * created object, which takes 15 seconds for 15,000 objects. In parts, each migration runs only on the tables that it
 * affects: it creates some tables at a time, or changes the tables that it names, with all that depends on them.
 */
const LARGE = 2000
/** Number of steps that create tables and run together. */
const STEPS_TOGETHER = 20

export function isLarge(chain: readonly MigrationFile[]): boolean {
  return chain.reduce((sum, file) => sum + statementsOf(file).length, 0) > LARGE
}

/**
 * Returns the schema after further migrations.
 * @throws ReplayError for the first statement that fails
 */
export function replayInParts(start: Schema, files: readonly MigrationFile[]): Schema {
  return files.reduce(
    (schema, file) => (isCreation(file) ? afterCreation(schema, file) : afterChange(schema, file)),
    start,
  )
}

/** Tells whether a migration only creates tables, each with everything that belongs to it in one step. */
export function isCreation(file: MigrationFile): boolean {
  return file.steps.every((step) => step.statements[0]?.startsWith('CREATE TABLE') && step.statements.every(isCreate))
}

function isCreate(statement: string): boolean {
  return statement.startsWith('CREATE ') && !/^CREATE TABLE [^(]* AS /.test(statement)
}

function afterCreation(before: Schema, file: MigrationFile): Schema {
  const made = creationParts(file).map((statements) => run({ tables: [], triggers: [] }, file, statements))
  return union([before, ...made], file)
}

/** Returns the statements of a migration that only creates tables, in independent parts. */
export function creationParts({ steps }: MigrationFile): string[][] {
  const parts = Array.from({ length: Math.ceil(steps.length / STEPS_TOGETHER) }, (_, part) => part * STEPS_TOGETHER)
  return parts.map((start) => steps.slice(start, start + STEPS_TOGETHER).flatMap((step) => [...step.statements]))
}

function afterChange(before: Schema, file: MigrationFile): Schema {
  const statements = statementsOf(file)
  const part = partFor(before, statements)
  const rest = {
    tables: before.tables.filter((table) => !part.tables.includes(table)),
    triggers: before.triggers.filter((trigger) => !part.triggers.includes(trigger)),
  }
  return union([rest, run(part, file, statements)], file)
}

function run(start: Schema, file: MigrationFile, statements: readonly string[]): Schema {
  const database = openDatabase()
  try {
    database.exec('BEGIN')
    for (const statement of createSchema(start)) database.exec(statement)
    runStatements(database, file, statements)
    return schemaOf(database)
  } finally {
    database.close()
  }
}

/**
 * Returns the part of a schema that SQLite reads to run statements: the tables that they name, those that refer to
 * altered or dropped tables, and those that triggers on any of these tables name.
 */
export function partFor(schema: Schema, statements: readonly string[]): Schema {
  const words = new Set(statements.flatMap(wordsIn))
  const reshaped = new Set(statements.filter((sql) => /^(?:ALTER|DROP) TABLE /.test(sql)).flatMap(wordsIn))
  const dependents = schema.triggers.filter((trigger) => mentions(trigger.sql, reshaped))
  const names = new Set([
    ...schema.tables
      .filter((table) => words.has(table.name) || refersToOne(table, reshaped))
      .map((table) => table.name),
    ...dependents.map((trigger) => trigger.table),
    ...schema.triggers.filter((trigger) => words.has(trigger.name)).map((trigger) => trigger.table),
    ...schema.tables.filter((table) => table.indexes.some((index) => words.has(index.name))).map((table) => table.name),
  ])
  const known = new Set(schema.tables.map((table) => table.name))
  const triggers = new Set<SchemaTrigger>()
  for (const name of names) {
    for (const trigger of schema.triggers.filter((candidate) => candidate.table === name)) {
      triggers.add(trigger)
      for (const word of wordsIn(trigger.sql)) if (known.has(word)) names.add(word)
    }
  }
  return { tables: schema.tables.filter((table) => names.has(table.name)), triggers: [...triggers] }
}

/** Returns the names in SQL, and the same names in lower case, because people may write them in another case. */
function wordsIn(sql: string): string[] {
  return namesIn(sql).flatMap((name) => [name, name.toLowerCase()])
}

function refersToOne(table: SchemaTable, names: ReadonlySet<string>): boolean {
  return table.foreignKeys.some((key) => names.has(key.table))
}

/** Combines parts that were created separately. A name in several parts is an error, as it would be in one database. */
function union(parts: readonly Schema[], file: MigrationFile): Schema {
  const tables = parts.flatMap((part) => part.tables)
  const triggers = parts.flatMap((part) => part.triggers)
  const seen = new Set<string>()
  for (const { name } of [...tables, ...tables.flatMap((table) => table.indexes), ...triggers]) {
    if (seen.has(name)) throw new ReplayError(file.name, '', new Error(`there are two objects named ${name}`))
    seen.add(name)
  }
  return { tables, triggers }
}
