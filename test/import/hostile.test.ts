import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, folderOf, readSource, refusalOf } from './read-source.ts'

const RSS = '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>'
const LAUGHS = `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>\n${RSS}<item><title>&b;</title></item></channel></rss>`
const SECRET = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${RSS}<item><title>&e;</title></item></channel></rss>`
const aliases = Array.from({ length: 8 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`).join('\n')

/** One sentence for each, with the place where there is one. */
const REFUSED: readonly (readonly [name: string, content: string | Buffer, message: string])[] = [
  ['x.csv', '', 'x.csv: The file is empty; a row with the names of the columns is expected.'],
  ['x.csv', 'a,b,a\n', 'x.csv:1: Two columns are named a.'],
  ['x.csv', 'a,,c\n', 'x.csv:1: Column 2 has no name.'],
  ['x.csv', 'a,b\n1,2\n1\n', 'x.csv:3: The row has 1 values, but the header has 2 columns.'],
  ['x.csv', 'a,b\n1,2,3\n', 'x.csv:2: The row has 3 values, but the header has 2 columns.'],
  ['x.csv', 'a,b\n1,"2\n3,4\n', 'x.csv:3: A double quote opens a value on this line or above, but nothing closes it.'],
  ['x.csv', 'a,b\n1,\0\n', 'x.csv:2: The file contains a NUL byte, so it is not text.'],
  ['x.csv', Buffer.from('a,b\n1,2\n3,M\xfcller\n', 'latin1'), 'x.csv:3: Not UTF-8.'],
  ['x.csv', `${'c,'.repeat(3000)}\n`, 'x.csv:1: The first row contains more than 2000 columns.'],
  ['x.csv', `a\n${'x'.repeat(17 << 20)}\n`, 'x.csv:2: The row is longer than 16 MB.'],
  ['x.ndjson', '{"a":1}\n{"a":\n', 'x.ndjson:2: Not valid JSON.'],
  ['x.ndjson', '{"a":1}\n[]\n', 'x.ndjson:2: Not a record: a JSON object in braces is expected.'],
  [
    'x.ndjson',
    `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
    'x.ndjson:1: The record has more than 100 levels of lists and objects within each other.',
  ],
  ['x.ndjson', `{"a":"${'x'.repeat(17 << 20)}"}`, 'x.ndjson:1: The line is longer than 16 MB.'],
  ['x.json', '[{"a":1},\n{"a":2', 'x.json:2: The file ends within a record: it is not complete.'],
  ['x.json', '[{"a":1}]\nmore', 'x.json:2: Text follows the end of the list.'],
  ['x.json', '{"data":[]}', 'x.json: No list of records: the file is neither a JSON list nor an object with docs.'],
  ['x.json', '['.repeat(100_000), 'x.json:1: Not a record: a JSON object in braces is expected.'],
  ['x.xml', LAUGHS, 'x.xml:2: Not valid XML: Invalid character entity.'],
  ['x.xml', SECRET, 'x.xml:1: Not valid XML: Invalid character entity.'],
  ['x.xml', `${RSS}<item>\n<title>a`, 'x.xml:2: The file ends within an element: the export is not complete.'],
  ['x.xml', `${RSS}\n${'<a>'.repeat(100_000)}`, 'x.xml:2: Elements are nested deeper than in any WordPress export.'],
  [
    'x.xml',
    `${RSS}<item ${Array.from({ length: 99 }, (_, i) => `a${i}=""`).join(' ')}>`,
    'x.xml:1: A tag has more attributes than any tag that WordPress writes.',
  ],
  ['x.xml', `${RSS}<item a="${'x'.repeat(1 << 20)}">`, 'x.xml:1: A tag is longer than any tag that WordPress writes.'],
  ['x.xml', `${RSS}\n<item><title>${'x'.repeat(17 << 20)}`, 'x.xml:2: The entry is longer than 16 MB.'],
  ['x.md', '---\ntitle: [a\n---\n', 'x.md:3: The front matter is not valid YAML.'],
  [
    'x.md',
    `---\na0: &a0 [${'x,'.repeat(9)}]\n${aliases}\n---\n`,
    'x.md:1: The front matter cannot be read: it has too many aliases or levels, or refers to itself.',
  ],
  [
    'x.md',
    '---\na: &a { b: *a }\n---\n',
    'x.md:1: The front matter cannot be read: it has too many aliases or levels, or refers to itself.',
  ],
  ['x.md', '+++\na =\n+++\n', 'x.md:2: The front matter is not valid TOML'],
  ['x.md', `---\na: ${'x'.repeat(300_000)}\n---\n`, 'x.md:1: The front matter is longer than 256 KB.'],
  ['x.tar.gz', 'hello', 'x.tar.gz is damaged, or is not a Strapi archive.'],
  ['x.tar.gz', gzipSync(Buffer.alloc(1024)), 'x.tar.gz is not a Strapi export: it has no schemas or entities.'],
]

it.each(REFUSED.map(([name, content, message]) => [message, name, content] as const))(
  '%s',
  async (message, name, content) => {
    const refused = await refusalOf(fileOf(name, content))
    expect(refused.message.slice(0, message.length)).toBe(message)
    expect(refused.message).not.toMatch(/\n| {4}at /)
  },
)

it('a folder where a file is expected, and a file that is not there', async () => {
  expect((await refusalOf(folderOf({ 'x.csv/y': '' }), 'csv')).message).toMatch(
    /x\.csv is a folder; a file was expected/,
  )
  expect((await refusalOf('/nowhere/x.csv', 'csv')).message).toBe('x.csv does not exist.')
  expect((await refusalOf(folderOf({ 'a.txt': '' }), 'wordpress')).message).toContain('is a folder')
})

it('a link that leads out of its folder, which is passed over', async () => {
  const folder = folderOf({ 'posts.csv': 'id,title\n1,Mine\n' })
  symlinkSync(fileOf('secrets.csv', 'id,password\n1,hunter2\n'), join(folder, 'secrets.csv'))
  expect(Object.keys((await readSource(folder)).kinds)).toEqual(['posts'])
})

describe('content that is made to cost more than its length', () => {
  const item = (content: string) =>
    `${RSS}<item><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`
  const many = (text: string) => text.repeat(Math.ceil(1e6 / text.length))
  it.each([
    ['[/caption]', '[caption]'],
    ['', '<!-- wp:'],
    ['', '<pre'],
  ])('WordPress: %j and a million of %j', async (before, text) => {
    expect((await readSource(fileOf('x.xml', item(before + many(text))))).records).toHaveLength(1)
  })

  it.each(['![x](', '`'])('Markdown: a million of %j', async (text) => {
    expect((await readSource(fileOf('x.md', `text ${many(text)}`))).records).toHaveLength(1)
  })
})

describe('archives', () => {
  /** Folder in which archives are unpacked, so that what is left behind can be seen. */
  let temporary: string
  const before = process.env.TMPDIR
  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), 'lintel-unpacked-'))
    process.env.TMPDIR = temporary
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(temporary, { recursive: true, force: true })
  })

  const file = (name: string, body = ''): TarEntry => ({ header: { name, size: Buffer.byteLength(body) }, body })
  const link = (name: string, linkname: string, type: 'symlink' | 'link'): TarEntry => ({
    header: { name, size: 0, type, linkname },
  })
  const archiveOf = async (entries: TarEntry[]) => gzipSync(await packTar(entries))
  const whole = [file('schemas/a.jsonl'), file('./entities/a.jsonl', '{"type":"x","id":1,"data":{}}\n')]

  it('paths that lead out, and links, are not unpacked', async () => {
    const archive = await archiveOf([
      file('../escaped.txt', 'x'),
      file('assets/uploads/../../../../escaped.txt', 'x'),
      file('/escaped.txt', 'x'),
      link('assets/uploads/passwd', '/etc/passwd', 'symlink'),
      link('links', '/etc', 'symlink'),
      ...whole,
    ])
    const path = fileOf('x.tar.gz', archive)
    expect((await readSource(path)).leftOut).toEqual(['1 entry of x'])
    for (const folder of [temporary, join(temporary, '..'), '/'])
      expect(existsSync(join(folder, 'escaped.txt'))).toBe(false)
  })

  it('one that is cut short is refused, and nothing of it stays', async () => {
    const archive = await archiveOf([...whole, file('assets/uploads/a.bin', 'abc'.repeat(100_000))])
    const path = fileOf('x.tar.gz', archive.subarray(0, archive.length - 200))
    expect((await refusalOf(path)).message).toBe('x.tar.gz ends too early: it is incomplete.')
    expect(readdirSync(temporary).filter((name) => name.startsWith('lintel-strapi'))).toEqual([])
  })
})
