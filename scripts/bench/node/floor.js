/**
 * The yardstick: Node's HTTP server and SQLite with nothing in between. It responds to `/<id>` with one row of `posts`,
 * and has as many processes as the server that it is compared with.
 */
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const { DATA_FOLDER = '', PORT, PROCESSES } = process.env

if (cluster.isPrimary) {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  for (let count = 0; count < Number(PROCESSES); count += 1) cluster.fork()
  process.on('SIGTERM', () => process.exit(0))
} else {
  const database = new DatabaseSync(join(DATA_FOLDER, 'lintel.db'), { readOnly: true })
  const statement = database.prepare('SELECT * FROM "posts" WHERE "id" = ?')
  const server = createServer((incoming, outgoing) => {
    const row = statement.get(incoming.url?.slice(1) ?? '')
    const text = JSON.stringify({ data: row ?? null })
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    outgoing.end(text)
  })
  server.listen(Number(PORT), '127.0.0.1')
  process.on('disconnect', () => process.exit(0))
}
