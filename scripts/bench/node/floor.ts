/** The yardstick: Node's http and SQLite with nothing between them, which answers `/<id>` with one row of `posts`. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(join(process.env.DATA_FOLDER ?? '', 'lintel.db'), { readOnly: true })
const statement = database.prepare('SELECT * FROM "posts" WHERE "id" = ?')

const server = createServer((incoming, outgoing) => {
  const row = statement.get(incoming.url?.slice(1) ?? '')
  const text = JSON.stringify({ data: row ?? null })
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  outgoing.end(text)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
