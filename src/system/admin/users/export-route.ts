import { defineRoute } from '../../../config/route.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { exportQuery, type UserFilters, usersAfter } from './find-users.ts'
import { showUser } from './user-object.ts'

/** Number of accounts that one query reads. */
const AT_ONCE = 500

const COLUMNS = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'role',
  'isActive',
  'emailVerified',
  'secondFactor',
  'createdAt',
  'updatedAt',
] as const

export const exportUsers = defineRoute({
  method: 'GET',
  path: '/admin/users/export',
  access: ['admin'],
  summary: 'All accounts that match, as CSV',
  input: { query: exportQuery },
  handler: (c, { query }) =>
    c.body(linesOf(c, query).pipeThrough(new TextEncoderStream()), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="users.csv"',
      'Cache-Control': 'no-store',
    }),
})

/** Streams lines as fast as the receiver reads them, so that at most one batch is in memory. */
function linesOf(c: RequestContext, filters: UserFilters): ReadableStream<string> {
  let last = 0
  return new ReadableStream({
    start: (stream) => stream.enqueue(csvLine(COLUMNS)),
    pull: async (stream) => {
      const rows = await usersAfter(c, filters, last, AT_ONCE)
      const lines = rows.map((row) => {
        const user = showUser(row)
        return csvLine(COLUMNS.map((column) => String(user[column] ?? '')))
      })
      if (lines.length > 0) stream.enqueue(lines.join(''))
      last = rows.at(-1)?.seq ?? last
      if (rows.length < AT_ONCE) stream.close()
    },
  })
}

/** Returns a line of CSV (RFC 4180) in which spreadsheets find no formulas. */
function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Characters that spreadsheets read as the beginning of a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n]/

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
