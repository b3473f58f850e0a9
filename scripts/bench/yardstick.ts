/** The hand-written worker that Lintel is compared with: Hono and D1, the same queries, and nothing else. */
import type { D1Database } from '@cloudflare/workers-types'
import { Hono } from 'hono'

const app = new Hono<{ Bindings: { DB: D1Database } }>()

interface PostRow {
  id: string
  status: string
  title: string
  slug: string | null
  summary: string | null
  body: string | null
  cover: string | null
  author: string | null
  category: string | null
  tags: string
  kind: string | null
  featured: number | null
  views: number | null
  homepage: string | null
  created_at: number
  updated_at: number
  published_at: number | null
  scheduled_at: number | null
  created_by: string | null
  updated_by: string | null
  version: number
}

const columns = `id, status, title, slug, summary, body, cover, author, category,
  (SELECT json_group_array(target_id ORDER BY position) FROM posts__tags WHERE owner_id = posts.id) AS tags,
  kind, featured, views, homepage,
  created_at, updated_at, published_at, scheduled_at, created_by, updated_by, version`

const moment = (time: number | null) => (time === null ? null : new Date(time).toISOString())

function post(row: PostRow) {
  return {
    id: row.id,
    status: row.status,
    title: row.title,
    slug: row.slug,
    summary: row.summary,
    body: row.body === null ? null : JSON.parse(row.body),
    cover: row.cover,
    author: row.author,
    category: row.category,
    tags: JSON.parse(row.tags),
    kind: row.kind,
    featured: row.featured === null ? null : row.featured === 1,
    views: row.views,
    homepage: row.homepage,
    createdAt: moment(row.created_at),
    updatedAt: moment(row.updated_at),
    publishedAt: moment(row.published_at),
    scheduledAt: moment(row.scheduled_at),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    version: row.version,
  }
}

app.get('/hello', (c) => c.json({ status: 'ok' }))

app.get('/posts', async (c) => {
  const now = Date.now()
  const [rows, total] = await c.env.DB.batch<PostRow | { total: number }>([
    c.env.DB.prepare(
      `SELECT ${columns} FROM posts
        WHERE status IN ('published', 'scheduled') AND (status = 'published' OR scheduled_at <= ?1)
        ORDER BY created_at DESC, id DESC LIMIT ?2 OFFSET ?3`,
    ).bind(now, 20, 0),
    c.env.DB.prepare(
      `SELECT coalesce((SELECT sum(count) FROM content_counts WHERE collection_id = 'posts' AND status = 'published'), 0)
        + (SELECT count(*) FROM posts WHERE status = 'scheduled' AND scheduled_at <= ?1) AS total`,
    ).bind(now),
  ])
  return c.json({
    data: ((rows?.results ?? []) as PostRow[]).map(post),
    total: (total?.results[0] as { total: number } | undefined)?.total,
  })
})

const visible = `status IN ('published', 'scheduled') AND (status = 'published' OR scheduled_at <= ?1)`

/** Lists featured posts, the last published first. */
app.get('/posts/featured', async (c) => {
  const { results } = await c.env.DB.prepare(
    `SELECT ${columns} FROM posts WHERE featured = 1 AND ${visible}
      ORDER BY published_at DESC, created_at DESC, id DESC LIMIT 20`,
  )
    .bind(Date.now())
    .all<PostRow>()
  return c.json({ data: results.map(post) })
})

/** Lists the page after a document, which is given by its creation time and its id. */
app.get('/posts/after/:time/:id', async (c) => {
  const { results } = await c.env.DB.prepare(
    `SELECT ${columns} FROM posts WHERE (created_at, id) < (?2, ?3) AND ${visible}
      ORDER BY created_at DESC, id DESC LIMIT 20`,
  )
    .bind(Date.now(), Number(c.req.param('time')), c.req.param('id'))
    .all<PostRow>()
  return c.json({ data: results.map(post) })
})

app.get('/posts/search/:word', async (c) => {
  const { results } = await c.env.DB.prepare(
    `SELECT ${columns} FROM posts_fts CROSS JOIN posts ON posts.rowid = posts_fts.rowid
      WHERE posts_fts MATCH ?2 AND ${visible} ORDER BY rank, created_at DESC, id DESC LIMIT 20`.replace(
      'title, slug, summary, body',
      'posts.title, slug, posts.summary, posts.body',
    ),
  )
    .bind(Date.now(), `"${c.req.param('word')}"*`)
    .all<PostRow>()
  return c.json({ data: results.map(post) })
})

/** Lists the newest posts with their authors and categories. */
app.get('/posts/with-references', async (c) => {
  const { results } = await c.env.DB.prepare(
    `SELECT ${columns} FROM posts WHERE ${visible} ORDER BY created_at DESC, id DESC LIMIT 20`,
  )
    .bind(Date.now())
    .all<PostRow>()
  const targets = (table: string, ids: readonly (string | null)[]) =>
    c.env.DB.prepare(`SELECT * FROM ${table} WHERE id IN (SELECT value FROM json_each(?1))`).bind(
      JSON.stringify([...new Set(ids)]),
    )
  const [authors, categories] = await c.env.DB.batch<{ id: string }>([
    targets(
      'authors',
      results.map(({ author }) => author),
    ),
    targets(
      'categories',
      results.map(({ category }) => category),
    ),
  ])
  const byId = new Map([...(authors?.results ?? []), ...(categories?.results ?? [])].map((row) => [row.id, row]))
  const found = (id: string | null) => (id === null ? null : (byId.get(id) ?? id))
  return c.json({
    data: results.map((row) => ({ ...post(row), author: found(row.author), category: found(row.category) })),
  })
})

app.patch('/posts/:id', async (c) => {
  const { summary } = await c.req.json<{ summary: string }>()
  const id = c.req.param('id')
  const now = Date.now()
  const row = await c.env.DB.prepare(`SELECT ${columns} FROM posts WHERE id = ?1`).bind(id).first<PostRow>()
  if (!row) return c.notFound()
  const changed = { ...row, summary, updated_at: now, version: row.version + 1 }
  await c.env.DB.batch([
    c.env.DB.prepare(
      'UPDATE posts SET summary = ?2, updated_at = ?3, version = version + 1 WHERE id = ?1 AND version = ?4',
    ).bind(id, summary, now, row.version),
    c.env.DB.prepare(
      `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES (?1, ?2, 'posts', ?3, ?4, ?5)`,
    ).bind(id, changed.version, row.status, JSON.stringify(post(changed)), now),
  ])
  return c.json({ data: post(changed) })
})

app.get('/posts/:id', async (c) => {
  const row = await c.env.DB.prepare(`SELECT ${columns} FROM posts WHERE id = ?1`)
    .bind(c.req.param('id'))
    .first<PostRow>()
  return row ? c.json({ data: post(row) }) : c.notFound()
})

app.post('/posts', async (c) => {
  const { title, slug } = await c.req.json<{ title: string; slug: string }>()
  const id = crypto.randomUUID()
  const now = Date.now()
  await c.env.DB.batch([
    c.env.DB.prepare(
      `INSERT INTO posts (id, status, title, slug, created_at, updated_at, version) VALUES (?1, 'published', ?2, ?3, ?4, ?4, 1)`,
    ).bind(id, title, slug, now),
    c.env.DB.prepare(
      `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES (?1, 1, 'posts', 'published', ?2, ?3)`,
    ).bind(id, JSON.stringify({ title, slug }), now),
  ])
  return c.json({ data: { id, title, slug } }, 201)
})

export default app
