import { expect, it } from 'vitest'
import { fileOf, folderOf, readSource, refusalOf } from './read-source.ts'

const values = async (path: string, ...rest: [null?, Record<string, string>?]) =>
  (await readSource(path, ...rest)).records.map(({ key, values }) => ({ key, ...values }))

it('a table is a kind, a row a record with the line it begins on', async () => {
  const path = fileOf('posts.csv', '\ufeffid,title,body\r\n7,Hello,"Two\r\nlines, ""quoted"""\r\n\r\n8,,\r\n')
  const { kinds, records } = await readSource(path)
  expect(kinds).toEqual({ posts: { id: 'text', title: 'text', body: 'text' } })
  expect(records).toEqual([
    {
      kind: 'posts',
      key: '7',
      values: { id: '7', title: 'Hello', body: 'Two\nlines, "quoted"' },
      place: { file: 'posts.csv', line: 2 },
    },
    { kind: 'posts', key: '8', values: { id: '8', title: '', body: '' }, place: { file: 'posts.csv', line: 5 } },
  ])
})

it.each([
  ['semicolons', 'id;name\n1;a,b\n', {}],
  ['tabs', 'id\tname\n1\ta,b\n', {}],
  ['a delimiter that is given', 'id|name\n1|a,b\n', { delimiter: 'pipe' }],
  ['a spreadsheet with empty columns at the end', 'id,name,,\n1,"a,b",,\n', {}],
  ['UTF-16 with its mark', Buffer.from('\ufeffid;name\n1;a,b\n', 'utf16le'), {}],
])('reads %s', async (_, content, options) => {
  expect(await values(fileOf('x.csv', content), null, options)).toEqual([{ key: '1', id: '1', name: 'a,b' }])
})

it('reads the encoding that is named', async () => {
  const path = fileOf('x.csv', Buffer.from('id,name\n1,M\xfcller\n', 'latin1'))
  expect(await values(path, null, { encoding: 'windows-1252' })).toEqual([{ key: '1', id: '1', name: 'Müller' }])
})

it('a folder of tables is many kinds; rows without a key are numbered', async () => {
  const root = folderOf({ 'b.csv': 'name\nx\ny\n', 'a.tsv': 'slug\tname\nz\tZ\n\t\n', 'notes.txt': 'no table' })
  const { records } = await readSource(root)
  expect(records.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['a z', 'a row 2', 'b row 1', 'b row 2'])
  expect(await values(`${root}/b.csv`, null, { key: 'name' })).toMatchObject([{ key: 'x' }, { key: 'y' }])
})

it.each([
  ['lines', 'things.ndjson', '{"id":1,"a":"x"}\n\n{"id":"two","a":null,"b":[1]}\n', [1, 3]],
  ['a list', 'things.json', '[\n{"id":1,"a":"x"},\n{"id":"two","a":null,"b":[1]}]', [2, 3]],
  ['a list of a REST API', 'things.json', '{"n":"]","docs":[{"id":1,"a":"x"},{"id":"two","a":null,"b":[1]}]}', [1, 1]],
])('JSON as %s', async (_, name, content, lines) => {
  const { kinds, records } = await readSource(fileOf(name, content), 'ndjson')
  expect(kinds.things).toEqual({ id: 'text', a: 'text', b: 'json' })
  expect(records).toEqual([
    { kind: 'things', key: '1', values: { id: 1, a: 'x' }, place: { file: name, line: lines[0] } },
    { kind: 'things', key: 'two', values: { id: 'two', a: null, b: [1] }, place: { file: name, line: lines[1] } },
  ])
})

it('elements of a list that lie across the pieces in which a file is read', async () => {
  const long = Array.from({ length: 300 }, (_, id) => ({ id, text: `"]},${'ä'.repeat(1000)}\\` }))
  expect(await values(fileOf('x.json', JSON.stringify(long)))).toEqual(
    long.map((one) => ({ ...one, key: `${one.id}` })),
  )
})

it('what `cms export` wrote is left to `cms import` itself', async () => {
  const path = fileOf('x.ndjson', '{"collection":"posts","document":{"id":"1"}}\n')
  expect((await refusalOf(path)).message).toBe('x.ndjson is not in a format that can be imported.')
})

it('says what it tried, and names the option that was meant', async () => {
  const path = fileOf('x.bin', 'nothing')
  const { hint } = await refusalOf(path)
  for (const format of ['csv', 'ndjson', 'markdown', 'wordpress', 'strapi', 'payload']) expect(hint).toContain(format)
  expect(hint).toContain('--format csv')
  expect(await refusalOf(path, 'csv', { delimeter: ';' })).toEqual({
    message: 'The format csv has no option delimeter.',
    hint: 'Did you mean delimiter?',
  })
})
