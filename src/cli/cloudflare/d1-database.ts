import type { MigrationDatabase, MigrationStatement } from '../../runtime/migrations/index.ts'
import type { Credentials } from './credentials.ts'
import { type Query, queryD1 } from './query-d1.ts'

/**
 * D1 database, accessed over Cloudflare's API with the interface of D1's binding, as the runner uses it: a batch is one
 * request and one transaction. Methods reject with an Error in D1's words if the SQL is refused, and with a `Failure`
 * if the API refuses the request.
 */
export function d1Database(credentials: Credentials): MigrationDatabase {
  return {
    prepare: (sql) => prepared({ sql }, credentials),
    async batch<Row>(statements: MigrationStatement[]) {
      const queries = statements.map(queryOf)
      return (await queryD1(credentials, queries)) as { results: Row[] }[] // the caller's SQL determines the rows
    },
  }
}

interface Prepared extends MigrationStatement {
  readonly query: Query
}

function prepared(query: Query, credentials: Credentials): Prepared {
  return {
    query,
    bind: (...values) => prepared({ sql: query.sql, params: values }, credentials),
    async all<Row>() {
      const [result] = await queryD1(credentials, [query])
      return { results: (result?.results ?? []) as Row[] } // the caller's SQL determines the rows
    },
  }
}

/** Returns the query of a statement that this module has prepared. */
function queryOf(statement: MigrationStatement): Query {
  return (statement as Prepared).query
}
