import { Hono } from 'hono'
import manifest from '../.cms/manifest.json'

const app = new Hono<any>()
const posts = (manifest as any).collections.find((c: any) => c.name === 'posts')
const cols = Object.entries(posts.statements.columns)
  .map(([k, v]) => `${v} AS "${k}"`)
  .join(', ')
const LIST = `SELECT ${cols} FROM "posts" WHERE +"posts"."status" = 'published' ORDER BY "posts"."created_at" DESC, "posts"."id" DESC LIMIT 20 OFFSET 0`
const json = posts.fields.filter((f: any) => f.storage === 'json' || f.storage === 'join').map((f: any) => f.name)
const bools = posts.fields.filter((f: any) => f.storage === 'boolean').map((f: any) => f.name)
const doc = (row: any) => {
  for (const k of json) row[k] = row[k] === null ? null : JSON.parse(row[k])
  for (const k of bools) row[k] = row[k] === 1
  for (const k of ['createdAt', 'updatedAt', 'publishedAt', 'scheduledAt'])
    row[k] = row[k] === null ? null : new Date(row[k]).toISOString()
  return row
}
app.get('/hello', (c) => c.json({ status: 'ok' }))
app.get('/posts', async (c) => {
  const [rows, total] = await c.env.DB.batch([
    c.env.DB.prepare(LIST),
    c.env.DB.prepare(`SELECT count FROM content_counts WHERE collection_id = 'posts' AND status = 'published'`),
  ])
  return c.json({ data: rows.results.map(doc), total: total.results[0].count })
})
app.get('/posts/:id', async (c) => {
  const row = await c.env.DB.prepare(posts.statements.byId).bind(c.req.param('id')).first()
  return row ? c.json({ data: doc(row) }) : c.notFound()
})
export default app
