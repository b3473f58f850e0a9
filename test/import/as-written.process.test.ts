import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ImportProject, startImportProject } from './import-project.ts'

let site: ImportProject

beforeAll(async () => {
  site = await startImportProject()
})
afterEach(() => site?.clear())
afterAll(() => site?.dispose())

const yaml = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nText.\n`
const dated = (date: string) => yaml(`date: ${date}`)

type Arrives = 'published' | 'draft' | 'scheduled'

/** Files as people write them: what becomes of each, and its time, or what is said of a file that stays behind. */
const FILES: readonly (readonly [name: string, text: string | Buffer, becomes: Arrives | RegExp, time?: string])[] = [
  ['words.md', dated('Jul 08 2022'), 'published', '2022-07-08T00:00:00.000Z'],
  ['long-words.md', dated('July 8, 2022'), 'published', '2022-07-08T00:00:00.000Z'],
  ['short.md', dated('2020-1-5'), 'published', '2020-01-05T00:00:00.000Z'],
  ['named-zone.md', dated('2016-03-01 12:00:00 UTC'), 'published', '2016-03-01T12:00:00.000Z'],
  ['hours.md', dated('2020-01-05 10:00:00-08'), 'published', '2020-01-05T18:00:00.000Z'],
  ['slashes.md', dated('2020/01/05'), 'published', '2020-01-05T00:00:00.000Z'],
  ['dots.md', dated('05.01.2020'), 'published', '2020-01-05T00:00:00.000Z'],
  ['seconds.md', dated('1577934245'), 'published', '2020-01-02T03:04:05.000Z'],
  ['mail.md', dated('Mon, 05 Aug 2024 10:00:00 +0200'), 'published', '2024-08-05T08:00:00.000Z'],
  ['old.md', dated('1965-05-01T00:00:00+02:00'), 'published', '1965-04-30T22:00:00.000Z'],
  [
    'two-readings.md',
    dated('01/02/2020'),
    /date: “01\/02\/2020” is ambiguous: the day and the month may be in either order/,
  ],
  ['no-time.md', dated('soon'), /date: “soon” is not a time/],
  ['future.md', dated('2999-01-01'), 'scheduled', '2999-01-01T00:00:00.000Z'],
  ['publish-date.md', yaml('date: 2020-01-01', 'publishDate: 2999-01-01'), 'scheduled', '2999-01-01T00:00:00.000Z'],
  ['expired.md', yaml('date: 2020-01-01', 'expiryDate: 2020-02-01'), 'draft'],
  ['quoted.md', yaml('draft: "true"'), 'draft'],
  ['yes.md', yaml('draft: yes'), 'draft'],
  ['one.md', yaml('Draft: 1'), 'draft'],
  ['unclear.md', yaml('draft: perhaps'), 'draft'],
  ['not-a-draft.md', yaml('draft: "no"', 'date: 2020-01-01'), 'published', '2020-01-01T00:00:00.000Z'],
  ['unpublished.md', yaml('published: false'), 'draft'],
  ['private.md', yaml('private: true'), 'draft'],
  ['_drafts/idea.md', yaml('date: 2020-01-01'), 'draft'],
  ['braces.md', '{\n  "draft": true,\n  "date": "2020-01-05"\n}\n\nText.\n', 'draft'],
  ['json.md', '---json\n{ "draft": true }\n---\n\nText.\n', 'draft'],
  ['toml.md', '---toml\ndraft = true\n---\n\nText.\n', 'draft'],
  ['plus.md', '+++\ndate = 2999-01-01T00:00:00Z\n+++\nText.\n', 'scheduled', '2999-01-01T00:00:00.000Z'],
  ['hexo.md', ';;;\n"draft": true\n;;;\n\nText.\n', 'draft'],
  ['no-fence.md', 'date: 2020-01-05\ndraft: true\n---\n\nText.\n', 'draft'],
  [
    'script.md',
    '---js\n{ draft: true }\n---\n\nText.\n',
    /script\.md:1.*The front matter is written in js, which is not supported\. Write it/,
  ],
  [
    'open.md',
    '---\ntitle: Open\ndraft: true\n\nText.\n',
    /open\.md:1.*The front matter begins with --- but has no end/,
  ],
  [
    'colon.md',
    yaml('title: a: b'),
    /colon\.md:2.*The front matter is not valid YAML.*Put a value with a colon in it into quotes/,
  ],
  [
    'latin.md',
    Buffer.from('---\ndate: 2020-01-01\n---\nM\xfcller\n', 'latin1'),
    /latin\.md:4.*Not UTF-8\. Save the file as UTF-8/,
  ],
]

it('Markdown as people write it: times are read, what is held back stays so, and one bad file hides no other', async () => {
  for (const [name, text] of FILES) site.write(`people/posts/${name}`, text)
  const planned = await site.run('people', '--plan', '--out', site.path('people.yaml'))
  expect(planned.code, planned.stderr).toBe(0)
  expect(planned.stdout).toContain(
    '“draft: perhaps” is not a known status, so 1 record of posts would be imported with the status draft.',
  )
  for (const bad of ['script.md:1', 'open.md:1', 'colon.md:2', 'latin.md:4']) expect(planned.stdout).toContain(bad)
  site.edit('people.yaml', ['# title: nothing fits; it is REQUIRED', 'title: { from: slug }'])

  const refused = await site.run('people', '--mapping', site.path('people.yaml'))
  expect([refused.code, await site.list('posts')]).toEqual([1, []])
  const done = await site.run('people', '--mapping', site.path('people.yaml'), '--on-problem', 'skip', '--json')
  expect(done.code, done.stderr).toBe(0)
  const report = JSON.parse(done.stdout)
  const told = report.leftOut.first.map((note: Record<string, string>) =>
    [note.place, note.key, `${note.field ?? 'all'}: ${note.message}`].join(' '),
  )
  const posts = await site.list('posts')
  const found = Object.fromEntries(
    FILES.map(([name, , becomes, time]) => {
      const post = posts.find(({ slug }) => slug === name.replace(/^.*\/|\.md$/g, ''))
      if (becomes instanceof RegExp)
        return [name, post?.status ?? told.some((line: string) => line.includes(name) && becomes.test(line))]
      return [name, `${post?.status} ${time === undefined ? '' : (post?.scheduledAt ?? post?.publishedAt)}`]
    }),
  )
  const wanted = FILES.map(([name, , becomes, time]) => [
    name,
    becomes instanceof RegExp ? true : `${becomes} ${time ?? ''}`,
  ])
  expect(found).toEqual(Object.fromEntries(wanted))
  expect(report.lost).toContainEqual(
    expect.objectContaining({ what: 'unknown status, imported as a draft', sample: 'draft: perhaps' }),
  )
})

/** Plans a source, and imports it, leaving out what has problems. */
async function imported(path: string, mapping: string, ...edits: readonly (readonly [from: string, to: string])[]) {
  const planned = await site.run(path, '--plan', '--out', site.path(mapping))
  expect(planned.code, planned.stderr).toBe(0)
  site.edit(mapping, ...edits)
  const done = await site.run(path, '--mapping', site.path(mapping), '--on-problem', 'skip', '--json')
  expect(done.code, done.stdout + done.stderr).toBe(0)
  return { planned: planned.stdout, report: JSON.parse(done.stdout) }
}

it('of two records with one key the first stays, and equal ones are one', async () => {
  const categories =
    '{"id":"a","name":"Craft"}\n{"id":"a","name":"Crafts"}\n{"name":"Sea","id":"b"}\n{"id":"b","name":"Sea"}\n'
  site.write('twice/categories.ndjson', categories)
  site.write('twice/posts.ndjson', '{"id":"1","title":"One","categories":["a","b"]}\n')
  const refers = ['title: title', 'title: title\n      categories: { from: categories, refers: categories }'] as const
  const { report } = await imported('twice', 'twice.yaml', refers)
  expect(report.kinds.categories).toMatchObject({ records: 4, created: 2 })
  expect(report.leftOut.first.map(({ place, message }: Record<string, string>) => `${place} ${message}`)).toEqual([
    'categories.ndjson:4 the same record is already at categories.ndjson:3; both become one document',
    expect.stringMatching(/^categories\.ndjson:2 “a” is already the key of another record, at categories\.ndjson:1\./),
  ])
  expect(await site.list('posts')).toMatchObject([{ categories: [{ name: 'Craft' }, { name: 'Sea' }] }])
  const refused = await site.run('twice', '--mapping', site.path('twice.yaml'))
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('with `--on-problem skip` the first one')])
})

it('tables: a status that is not said is a draft, a bad row hides no other, and each slug that changed is listed', async () => {
  site.write(
    'table/posts.csv',
    'id,title,slug,created_at\n1,2024,my_page.v2,1577934245\n2,Greek,%CE%B3%CE%B5%CE%B9%CE%B1,1577934245\n3,short\n4,Kept,kept-one,1577934245\n',
  )
  const { planned, report } = await imported('table', 'table.yaml')
  expect(planned).toContain('posts.csv:4 The row has 2 values, but the header has 4 columns.')
  expect(planned).toContain('Nothing in posts says which records are public')
  const posts = await site.list('posts')
  expect(posts.map(({ title, slug, status, createdAt }) => [title, slug, status, createdAt])).toEqual([
    ['2024', 'my-page-v2', 'draft', '2020-01-02T03:04:05.000Z'],
    ['Greek', 'geia', 'draft', '2020-01-02T03:04:05.000Z'],
    ['Kept', 'kept-one', 'draft', '2020-01-02T03:04:05.000Z'],
  ])
  expect(
    report.slugs.map(({ key, collection, id, from, to }: Record<string, string>) => [key, collection, id, from, to]),
  ).toEqual([
    ['1', 'posts', posts[0]?.id, 'my_page.v2', 'my-page-v2'],
    ['2', 'posts', posts[1]?.id, '%CE%B3%CE%B5%CE%B9%CE%B1', 'geia'],
  ])
})

it('names, keys and values of an export steer no terminal, and begin no line', async () => {
  const hostile = '\u001b[2J\u202e\n::error::forged'
  const rows = [`"1${hostile}",One,soon`, `"1${hostile}",Two,2020-01-01`, `3,"${hostile}",2020-01-01`]
  site.write(`hostile\u001b]0;x\u0007.csv`, ['id,title,created_at', ...rows, '4,Four,2020-01-01', ''].join('\n'))
  const path = 'hostile\u001b]0;x\u0007.csv'
  const planned = await site.run(path, '--plan', '--out', site.path('hostile.yaml'))
  site.edit('hostile.yaml', [': skip', ': { collection: posts, created: created_at, fields: { title: title } }'])
  const refused = await site.run(path, '--mapping', site.path('hostile.yaml'), '--report', site.path('hostile.txt'))
  const told = [planned.stdout, planned.stderr, refused.stdout, refused.stderr, site.text('hostile.txt')].join('')
  expect(refused.code, told).toBe(1)
  expect(told).toContain('“soon” is not a time')
  expect(told).toContain('\\u{1b}]0;x\\u{7}')
  expect(told).not.toMatch(/(?!\n)[\p{Cc}\u202e]|^::error/mu)
})
