import { type RequestContext, settingsOf } from 'lintel/kit'
import { readCatalog } from '../catalog/read-catalog.ts'
import { secretColumns } from '../catalog/secret-columns.ts'
import { settings } from '../settings.ts'

/** Limits of the console, and the names that its editor completes: tables, and columns except secret columns. */
export interface ConsoleFacts {
  readonly maxQueryRows: number
  readonly allowWrites: boolean
  readonly tables: Readonly<Record<string, readonly string[]>>
}

export async function consoleFacts(c: RequestContext): Promise<ConsoleFacts> {
  const { maxQueryRows, allowWrites } = settingsOf(c, settings)
  const isSecret = secretColumns(c)
  const tables = (await readCatalog(c)).map(({ name, columns }) => {
    const shown = columns.map((column) => column.name).filter((column) => !isSecret(name, column))
    return [name, shown] as const
  })
  return { maxQueryRows, allowWrites, tables: Object.fromEntries(tables) }
}
