/** Ids of what the test has made, by the names that requests know them by. */
export const ids: Record<string, string> = {}

/** A request: an address, or one with a body. */
export type Ask =
  | string
  | {
      readonly path: string
      readonly method?: string
      readonly body?: unknown
      readonly form?: Readonly<Record<string, string>>
    }

const DEPTHS = [
  'source',
  'diary',
  'letter',
  'papers',
  'parcel',
  'sources',
  'related',
  'team.source',
  'team.diary',
  'leads',
  'parts.source',
  'parts.picture',
  'picture',
  'related.related.source',
]
export const POPULATE = `populate=${DEPTHS.join(',')}`
/** The id of a document, an item or a review that the test has made. */
export const id = (name: string) => ids[name] ?? ''
/** One address for each collection and each of its documents. */
const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['stories', 'story'],
  ['stories', 'draft'],
  ['strongroom', 'closed'],
  ['strongroom', 'closedDraft'],
  ['diaries', 'own'],
  ['diaries', 'ownDraft'],
  ['letters', 'letter'],
  ['bulletins', 'bulletin'],
  ['parcels', 'parcel'],
]
const each = (path: (collection: string, document: string) => Ask | readonly Ask[]) =>
  DOCUMENTS.flatMap(([collection, name]) => path(collection, id(name)))
const COLLECTIONS = ['stories', 'strongroom', 'diaries', 'letters', 'bulletins', 'parcels']
const all = (path: (collection: string) => Ask | readonly Ask[]) => COLLECTIONS.flatMap(path)

/** Comments on documents, and what can be done with each thread. */
const threadsOf = (collection: string, document: string) =>
  `/admin/collaboration/threads?${new URLSearchParams({ collection, document })}`
const threads = (path: (thread: string) => readonly Ask[]) =>
  ['closedThread', 'ownThread', 'letterThread', 'parcelThread', 'fieldThread'].flatMap((name) =>
    path(`/admin/collaboration/threads/${id(name)}`),
  )
const resolved = (thread: string) => [
  { path: `${thread}/resolve`, form: {} },
  { path: `${thread}/reopen`, form: {} },
]
const here = (action: string) =>
  each((collection, document) => ({ path: `/admin/collaboration/presence${action}`, form: { collection, document } }))

/** One document in the trash of each collection. */
const TRASHED: readonly (readonly [string, string])[] = [
  ['stories', 'trashedStory'],
  ['strongroom', 'trashedClosed'],
  ['diaries', 'trashedOwn'],
  ['letters', 'trashedLetter'],
  ['parcels', 'trashedParcel'],
  ['bulletins', 'trashedBulletin'],
]
const trashed = (path: (collection: string, document: string) => Ask) =>
  TRASHED.map(([collection, name]) => path(collection, id(name)))

/** A tool of the Model Context Protocol. */
const tool = (name: string, args: Readonly<Record<string, unknown>>): Ask => ({
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
})

/** Every route that shows something of documents, with requests that try to see what is not for the caller. */
export const WAYS: Readonly<Record<string, () => readonly Ask[]>> = {
  'GET /api/:collection': () => [
    ...all((name) => [
      `/api/${name}`,
      `/api/${name}?count=exact&sort=-updatedAt&limit=100`,
      `/api/${name}?q=xylogr`,
      `/api/${name}?q=quagm&sort=name`,
    ]),
    `/api/stories?${POPULATE}`,
    '/api/stories?fields=name,ciphertext',
    '/api/stories?fields=name,honorarium',
    '/api/stories?sort=honorarium',
    '/api/stories?source.name[contains]=x&populate=source',
    '/api/stories?diary.name[contains]=q&populate=diary',
    '/api/stories?status=draft',
    '/api/stories?or[0][status]=draft&or[1][honorarium][contains]=k',
    '/api/diaries?populate=story,picture',
    '/api/strongroom?populate=story,picture',
  ],
  'POST /mcp': () => [
    tool('collections', {}),
    ...all((name) => [
      tool('collection', { name }),
      tool('list_documents', { collection: name, limit: 50 }),
      tool('search_content', { collection: name, query: 'xylogr' }),
    ]),
    ...each((collection, document) => [tool('read_document', { collection, id: document })]),
    tool('list_documents', { collection: 'stories', populate: DEPTHS.join(',') }),
    tool('read_document', { collection: 'stories', id: id('story'), populate: DEPTHS.join(',') }),
    tool('list_documents', { collection: 'stories', fields: 'name,ciphertext' }),
    tool('list_documents', { collection: 'stories', sort: 'honorarium' }),
    tool('list_documents', { collection: 'stories', filters: { status: 'draft' } }),
    tool('list_documents', { collection: 'stories', filters: { 'source.name[contains]': 'x' }, populate: 'source' }),
    ...['a xylo', 'a quag', 'a zepp', 'a heli', 'a jonq', 'a verb'].map((query) => tool('search_content', { query })),
  ],
  'GET /api/:collection/:id': () =>
    each((name, document) => [
      `/api/${name}/${document}`,
      `/api/${name}/${document}?populate=${name === 'stories' ? DEPTHS.join(',') : 'story,picture'}`,
      `/api/${name}/${document}?preview=none`,
      `/api/${name}/${document}?draft=true`,
    ]),
  'GET /api/:collection/:id/versions': () => each((name, document) => `/api/${name}/${document}/versions`),
  'GET /api/:collection/:id/versions/:version': () =>
    each((name, document) => [
      ...['1.1', '2.1'].map((change) => `/api/${name}/${document}/versions/${change}`),
      `/api/${name}/${document}/versions/1`,
      `/api/${name}/${document}/versions/1?populate=${name === 'stories' ? DEPTHS.join(',') : 'story,picture'}`,
    ]),
  'POST /api/:collection/:id/versions/:version/restore': () =>
    each((name, document) => ({ path: `/api/${name}/${document}/versions/1/restore`, method: 'POST' })),
  'PATCH /api/:collection/:id/versions/:version': () =>
    each((name, document) => ({
      path: `/api/${name}/${document}/versions/1`,
      method: 'PATCH',
      body: { name: 'Mine' },
    })),
  'GET /api/:collection/trash': () => all((name) => [`/api/${name}/trash`, `/api/${name}/trash?limit=1`]),
  'GET /admin/content/trash': () => [
    '/admin/content/trash',
    ...all((name) => `/admin/content/trash?collection=${name}`),
  ],
  'POST /api/:collection/trash/:id/restore': () =>
    trashed((name, document) => ({ path: `/api/${name}/trash/${document}/restore`, method: 'POST' })),
  'POST /admin/content/trash': () =>
    trashed((name, document) => ({
      path: `/admin/content/trash?collection=${name}`,
      form: { action: 'restore', item: `${name}/${document}` },
    })),
  'DELETE /api/:collection/trash/:id': () =>
    trashed((name, document) => ({ path: `/api/${name}/trash/${document}`, method: 'DELETE' })),
  'POST /api/:collection': () => [
    { path: '/api/stories', body: { name: 'New', source: id('closed'), diary: id('own') } },
    { path: '/api/diaries', body: { name: 'New', story: id('draft') } },
    // Names that are nearly those of fields.
    { path: '/api/stories', body: { name: 'New', ciphertex: 'x', honorariu: 'x', billetdou: 'x' } },
    { path: '/api/strongroom', body: {} },
  ],
  'POST /api/:collection/bulk': () =>
    each((name, document) => [
      { path: `/api/${name}/bulk`, body: { operations: [{ action: 'update', id: document, data: {} }] } },
      { path: `/api/${name}/bulk`, body: { operations: [{ action: 'update', id: document, data: { nam: 1 } }] } },
    ]),
  'PUT /api/:collection/:id': () =>
    each((name, document) => ({ path: `/api/${name}/${document}`, method: 'PUT', body: { nam: 'New' } })),
  'PATCH /api/:collection/:id': () =>
    each((name, document) => [
      { path: `/api/${name}/${document}`, method: 'PATCH', body: {} },
      { path: `/api/${name}/${document}`, method: 'PATCH', body: { nam: 'New' } },
      { path: `/api/${name}/${document}?draft=true`, method: 'PATCH', body: {} },
    ]),
  'DELETE /api/:collection/:id': () => [
    // Documents of others hold on to it.
    { path: `/api/stories/${id('story')}`, method: 'DELETE' },
    { path: `/api/strongroom/${id('closedDraft')}x`, method: 'DELETE' },
  ],
  'GET /api/content': () => [
    '/api/content?limit=100',
    '/api/content?status=draft&limit=100',
    '/api/content?q=a%20xylo',
    '/api/content?q=a%20quag',
    '/api/content?collection=strongroom',
    '/api/content?collection=diaries',
    '/api/content?sort=title',
  ],
  'GET /api/collections': () => ['/api/collections'],
  'GET /api/': () => ['/api/', '/api/?pretty'],
  'GET /docs': () => ['/docs'],
  'GET /docs/guides/search': () => ['/docs/guides/search?q=secret'],
  'GET /llms.txt': () => ['/llms.txt'],
  'GET /llms-full.txt': () => ['/llms-full.txt'],
  'GET /docs/:section': () =>
    ['stories', 'strongroom', 'diaries', 'letters', 'bulletins', 'parcels', 'workflow'].map(
      (section) => `/docs/${section}`,
    ),
  'GET /api/media': () => ['/api/media', '/api/media?q=secret', `/api/media?ids=${id('file')}`],
  'GET /api/media/:id': () => [`/api/media/${id('file')}`, `/api/media/${id('open')}`],
  'DELETE /api/media/:id': () => [{ path: `/api/media/${id('open')}`, method: 'DELETE' }],
  'POST /api/media/bulk-delete': () => [{ path: '/api/media/bulk-delete', body: { ids: [id('open')] } }],
  'POST /api/workflow/reviews': () => [
    { path: '/api/workflow/reviews', body: { collection: 'strongroom', documentId: id('closed') } },
    { path: '/api/workflow/reviews', body: { collection: 'diaries', documentId: id('own') } },
    { path: '/api/workflow/reviews', body: { collection: 'stories', documentId: id('story') } },
  ],
  'GET /api/workflow/reviews/:id': () =>
    [id('review'), id('ownReview'), id('parcelReview')].map((review) => `/api/workflow/reviews/${review}`),
  'POST /api/workflow/reviews/:id/withdraw': () => reviewing('withdraw'),
  'POST /admin/workflow/:id/approve': () => decidedBy('approve'),
  'POST /admin/workflow/:id/reject': () => decidedBy('reject'),
  'POST /admin/workflow/:id/withdraw': () =>
    [id('review'), id('ownReview'), id('parcelReview')].map((review) => ({
      path: `/admin/workflow/${review}/withdraw`,
      form: {},
    })),
  'POST /admin/workflow/:id/comments': () =>
    [id('review'), id('ownReview'), id('parcelReview')].map((review) => ({
      path: `/admin/workflow/${review}/comments`,
      form: { text: '' },
    })),
  'GET /admin/workflow': () => [
    '/admin/workflow',
    '/admin/workflow?status=requested',
    `/admin/workflow?document=${id('closedDraft')}`,
  ],
  'POST /admin/workflow': () => [{ path: '/admin/workflow', form: { document: `strongroom/${id('closed')}` } }],
  'GET /admin/workflow/:id': () =>
    [id('review'), id('ownReview'), id('parcelReview')].map((review) => `/admin/workflow/${review}`),
  'GET /admin/collaboration': () => ['mentions', 'joined', 'all'].map((show) => `/admin/collaboration?show=${show}`),
  'GET /admin/collaboration/threads': () => each(threadsOf),
  'POST /admin/collaboration/threads': () =>
    each((...document) => ({ path: threadsOf(...document), form: { text: '' } })),
  'POST /admin/collaboration/threads/:id/comments': () =>
    threads((path) => [{ path: `${path}/comments`, form: { text: '' } }]),
  'POST /admin/collaboration/threads/:id/resolve': () => threads(resolved),
  'POST /admin/collaboration/threads/:id/reopen': () => threads(resolved),
  'GET /admin/collaboration/people': () =>
    each(
      (collection, document) => `/admin/collaboration/people?${new URLSearchParams({ collection, document, q: 'm' })}`,
    ),
  'GET /admin/collaboration/presence': () =>
    each((collection, document) => `/admin/collaboration/presence?${new URLSearchParams({ collection, document })}`),
  'POST /admin/collaboration/presence': () => here(''),
  'POST /admin/collaboration/presence/take-over': () => here('/take-over'),
  'POST /admin/collaboration/presence/leave': () => here('/leave'),
  'GET /admin/': () => ['/admin/'],
  'GET /admin/statistics': () => ['/admin/statistics'],
  'GET /admin/calendar': () => ['/admin/calendar', '/admin/calendar?view=week', '/admin/calendar?date=2030-01-01'],
  'GET /admin/api/stats': () => ['/admin/api/stats'],
  'GET /admin/api/go': () => [
    '/admin/api/go?q=xylogr',
    '/admin/api/go?q=a%20xy',
    '/admin/api/go?q=a%20quag',
    '/admin/api/go',
  ],
  'GET /admin/collections': () => ['/admin/collections'],
  'GET /admin/collections/:id': () => all((name) => `/admin/collections/${name}`),
  'GET /admin/content/': () =>
    all((name) => [`/admin/content?collection=${name}`, `/admin/content?collection=${name}&q=a&sort=honorarium`]),
  'POST /admin/content/': () =>
    all((name) => ({ path: `/admin/content?collection=${name}`, form: { collection: name } })),
  'GET /admin/content/:id/edit': () =>
    each((name, document) => [`/admin/content/${document}/edit?collection=${name}`, `/admin/content/${document}/edit`]),
  'PUT /admin/content/:id': () =>
    each((name, document) => ({
      path: `/admin/content/${document}?collection=${name}`,
      method: 'PUT',
      form: { collection: name, version: '1' },
    })),
  'POST /admin/content/:id': () =>
    each((name, document) => ({
      path: `/admin/content/${document}?collection=${name}`,
      form: { collection: name, version: '1' },
    })),
  'DELETE /admin/content/:id': () => [{ path: `/admin/content/${id('story')}?collection=stories`, method: 'DELETE' }],
  'POST /admin/content/:id/delete': () => [
    { path: `/admin/content/${id('story')}/delete?collection=stories`, form: { collection: 'stories' } },
  ],
  'POST /admin/content/:id/preview': () =>
    each((name, document) => ({ path: `/admin/content/${document}/preview?collection=${name}`, method: 'POST' })),
  'POST /admin/content/:id/restore': () =>
    each((name, document) => ({
      path: `/admin/content/${document}/restore?collection=${name}`,
      form: { version: '9' },
    })),
  'GET /admin/content/:id/changes': () =>
    each((name, document) => `/admin/content/${document}/changes?collection=${name}`),
  'POST /admin/content/:id/versions/name': () =>
    each((name, document) => ({
      path: `/admin/content/${document}/versions/name?collection=${name}`,
      form: { version: '1', name: 'Mine' },
    })),
  'GET /admin/content/:id/used-by': () =>
    each((name, document) => `/admin/content/${document}/used-by?collection=${name}`),
  'GET /admin/content/:id/versions': () =>
    each((name, document) => `/admin/content/${document}/versions?collection=${name}&from=1&to=2`),
  'POST /admin/content/bulk': () =>
    all((name) => ({
      path: `/admin/content/bulk?collection=${name}`,
      form: { collection: name, action: 'delete', ids: id('story') },
    })),
  'POST /admin/content/check': () =>
    all((name) => ({
      path: `/admin/content/check?collection=${name}`,
      form: { collection: name, name: 'A quagmire' },
    })),
  'POST /admin/content/copy': () =>
    all((name) => ({ path: `/admin/content/copy?collection=${name}`, form: { collection: name, ids: id('draft') } })),
  'GET /admin/content/dialog': () =>
    all((name) => [
      `/admin/content/dialog?collection=${name}&action=delete&ids=${id('story')}`,
      `/admin/content/dialog?collection=${name}&action=delete&ids=${id('closed')}`,
    ]),
  'GET /admin/content/new': () => [
    '/admin/content/new',
    ...all((name) => [
      `/admin/content/new?collection=${name}`,
      `/admin/content/new?collection=${name}&from=${id('story')}`,
    ]),
  ],
  'GET /admin/content/options': () => [
    ...all((name) => [`/admin/content/options?target=${name}`, `/admin/content/options?target=${name}&q=a`]),
    '/admin/content/options?target=media&q=secret',
  ],
  'POST /admin/content/columns': () =>
    all((name) => ({
      path: `/admin/content/columns?collection=${name}`,
      form: { collection: name, columns: 'honorarium' },
    })),
  'GET /admin/media/': () => ['/admin/media'],
  'GET /admin/media/:id/details': () => [`/admin/media/${id('open')}/details`, `/admin/media/${id('file')}/details`],
  'GET /admin/media/:id/crop': () => [`/admin/media/${id('open')}/crop`],
  'POST /admin/media/:id/delete': () => [{ path: `/admin/media/${id('open')}/delete`, form: {} }],
  'DELETE /admin/media/:id': () => [{ path: `/admin/media/${id('open')}`, method: 'DELETE' }],
  'POST /admin/media/bulk': () => [{ path: '/admin/media/bulk', form: { action: 'delete', ids: id('open') } }],
  'GET /admin/media/search': () => ['/admin/media/search?q=secret', '/admin/media/search?q=xylogr'],
  'GET /admin/cache': () => ['/admin/cache'],
  'GET /admin/cache/browser': () => ['/admin/cache/browser'],
  'GET /admin/cache/stats': () => ['/admin/cache/stats'],
  'POST /admin/content/:id/live-preview': () =>
    each((name, document) => ({ path: `/admin/content/${document}/live-preview?collection=${name}`, form: {} })),
  'GET /admin/content/links': () => ['/admin/content/links', '/admin/content/links?q=a'],
  'POST /admin/content/node-form': () =>
    all((name) => ({ path: `/admin/content/node-form?collection=${name}&path=name&node=constructor`, form: {} })),
  'POST /admin/content/node-values': () =>
    all((name) => ({ path: `/admin/content/node-values?collection=${name}&path=name&node=constructor`, form: {} })),
  'GET /admin/content/picture': () => [id('file'), id('open')].map((file) => `/admin/content/picture?id=${file}`),
  // What is published here, or given up, would be another matter above.
  'POST /api/:collection/:id/publish': () =>
    each((name, document) => ({ path: `/api/${name}/${document}/publish`, method: 'POST' })),
  'DELETE /api/:collection/:id/draft': () =>
    each((name, document) => ({ path: `/api/${name}/${document}/draft`, method: 'DELETE' })),
  'POST /admin/content/:id/publish': () =>
    each((name, document) => ({ path: `/admin/content/${document}/publish?collection=${name}`, form: {} })),
  'POST /admin/content/:id/discard': () =>
    each((name, document) => ({ path: `/admin/content/${document}/discard?collection=${name}`, form: {} })),
}

const reviewing = (what: string): readonly Ask[] =>
  [id('review'), id('ownReview'), id('parcelReview')].map((review) => ({
    path: `/api/workflow/reviews/${review}/${what}`,
    form: {},
  }))
const decidedBy = (what: string): readonly Ask[] =>
  [id('review'), id('ownReview'), id('parcelReview')].map((review) => ({
    path: `/admin/workflow/${review}/${what}`,
    body: { comment: '' },
  }))

/** Routes that show nothing of documents, with the reason. */
export const SHOWS_NOTHING: readonly (readonly [RegExp, string])[] = [
  [/^GET \/$/, 'leads on to the reference'],
  [/^GET \/(?:favicon|assets|robots)/, 'files of the service itself'],
  [/^GET \/(?:(?:api\/)?health|admin\/api\/system-status)$/, 'how the service is'],
  [/ \/(?:api\/)?auth\//, 'accounts and sessions, which are their own'],
  [/ \/admin\/(?:auth|profile|users)(?:\/|$)/, 'accounts and sessions, to administrators or their own'],
  [
    / \/admin\/(?:audit|settings|plugins|webhooks|seed-data|database)(?:\/|$)/,
    'for administrators alone, who read every document',
  ],
  [
    / \/admin\/collections\/.+\/|(?:POST|PUT|DELETE) \/admin\/collections|GET \/admin\/collections\/new$/,
    'the schema, to administrators',
  ],
  [/^POST \/admin\/cache\//, 'what is emptied, by name'],
  [/^(?:POST|DELETE) \/admin\/content\/views/, 'names that somebody gave to their own lists'],
  [/ \/(?:api\/|admin\/)?faq(?:\/|$)/, 'questions, which are no documents'],
  [
    /^(?:GET|POST|PUT|PATCH|DELETE) \/api\/media\/(?:uploads|jobs|folders|process|upload|create-folder|bulk-move|bulk-tag|:id\/url)/,
    'files and folders, to who may upload',
  ],
  [/^PATCH \/api\/media\/:id$/, 'the item alone, to who may upload'],
  [
    /^(?:GET|POST|PUT) \/admin\/media\/(?:upload|jobs|folders|settings|sweep|:id$|:id\/crop$)/,
    'files and folders, to who may upload',
  ],
  [/^GET \/(?:media\/serve|images)\/:key/, 'files: the private ones are asked for above'],
]
