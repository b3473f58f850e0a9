import type { Where } from '@lintel/client'
import type { ArticlesTypes, Collections, Locale } from '../content'
import { cms } from './cms'
import { type Preview, readPreviews } from './preview'

const articles = cms.collection('articles')

/** An article in a list. */
export type Teaser = Awaited<ReturnType<typeof listArticles>>['data'][number]

export interface ArticleQuery {
  readonly locale: Locale
  readonly where?: Where<Collections, ArticlesTypes>
  readonly q?: string
  readonly page?: number
  readonly limit?: number
}

/** Lists articles, the newest first; with `q`, the best matches first. */
export function listArticles({ limit = 12, page = 1, ...query }: ArticleQuery) {
  return articles.list({
    ...query,
    fields: ['title', 'slug', 'summary', 'publishedAt'],
    populate: ['cover', 'section', 'authors'],
    ...(query.q === undefined && { sort: '-publishedAt' }),
    limit,
    page,
  })
}

/** Returns the articles of the front page: those with the ids in `held`, then the newest ones; at most 16. */
export async function frontPage(locale: Locale, held: readonly string[]): Promise<Teaser[]> {
  const [chosen, newest] = await Promise.all([
    held.length > 0 ? listArticles({ locale, where: { id: { in: [...held] } }, limit: held.length }) : { data: [] },
    listArticles({ locale, limit: 16 }),
  ])
  const first = held.flatMap((id) => chosen.data.filter((article) => article.id === id))
  return [...first, ...newest.data.filter(({ id }) => !held.includes(id))].slice(0, 16)
}

/** An article with everything that its page shows. */
export type Article = NonNullable<Awaited<ReturnType<typeof findArticle>>>['article']

const WHOLE = ['cover', 'section.parent', 'authors.portrait', 'issue', 'body.image', 'body.pictures.image'] as const

/**
 * Finds the article with a slug: the draft if the reader previews it, and otherwise the published version. The draft of
 * a published article is also found by the published slug, even if its own slug differs.
 */
export async function findArticle(locale: Locale, slug: string, previews: readonly Preview[]) {
  const [drafts, { data }] = await Promise.all([
    readPreviews('articles', previews, (id, token) =>
      articles.get(id, { locale, preview: token, populate: [...WHOLE] }),
    ),
    articles.list({ locale, where: { slug }, populate: [...WHOLE], limit: 1, count: 'none' }),
  ])
  const [published] = data
  const draft = drafts.find((one) => one.slug === slug || one.id === published?.id)
  if (draft) return { article: draft, isPreview: true }
  return published && { article: published, isPreview: false }
}
