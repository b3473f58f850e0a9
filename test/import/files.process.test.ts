import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchFile, isPrivate } from '../../src/import/mapping/files/fetch-file.ts'
import { png } from '../plugins/core-media/files.ts'
import { type ImportProject, startImportProject } from './import-project.ts'

let site: ImportProject
let server: Server
let origin = ''
const asked: string[] = []

/** Answers of a website that means harm, or is only broken. */
const ANSWERS: { readonly [path: string]: (response: ServerResponse) => void } = {
  '/good.png': (response) => void response.end(png({ seed: 7 })),
  '/moved.png': (response) => void response.writeHead(302, { location: '/good.png' }).end(),
  '/metadata.png': (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/round.png': (response) => void response.writeHead(302, { location: '/round.png' }).end(),
  '/page.png': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
  '/damaged.png': (response) =>
    void response.end(Buffer.concat([png().subarray(0, 33), Buffer.from('\x7f\0\0\0tEXt')])),
  '/script.png': (response) => void response.end('#!/bin/sh\necho not a picture\n'),
}

/** Another picture for each text. The port, which is another one in each run, is no part of it: seeds would meet. */
function seedOf(text: string): number {
  return [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 251, 7)
}

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push(url)
    if (url.startsWith('/image'))
      return void response.end(png({ seed: seedOf(`${headers.host?.replace(/:\d+$/, '')} ${url}`) }))
    const answer = ANSWERS[url]
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  site = await startImportProject()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await site?.dispose()
})

it('fetches files from origins that the mapping allows, and tells which did not come', async () => {
  const names = [...Object.keys(ANSWERS), '/gone.png']
  const rows = names.map((name, index) => `${index},Post ${index},${origin}${name}`)
  site.write('posts.csv', ['id,title,cover', ...rows, `9,Post 9,http://elsewhere.example/a.png`, ''].join('\n'))
  expect((await site.run('posts.csv', '--plan', '--out', site.path('posts.yaml'))).code).toBe(0)
  const mapped = async () => {
    const { stdout, stderr, code } = await site.run('posts.csv', '--mapping', site.path('posts.yaml'), '--json')
    expect(code, stdout + stderr).toBe(0)
    return JSON.parse(stdout)
  }
  site.edit('posts.yaml', [`# - ${origin} #`, `- ${origin} #`])
  const { files, lost } = await mapped()
  expect(files.uploaded).toBe(2)
  const reasons = new Map(
    files.missing.map(({ key, reason }: { key: string; reason: string }) => [key.replace(origin, ''), reason]),
  )
  expect(Object.fromEntries(reasons)).toEqual({
    '/metadata.png': 'it leads to http://169.254.169.254, which files.fetch does not allow',
    '/round.png': 'it is redirected more than 3 times',
    '/page.png': 'the response is a web page, not a file',
    '/damaged.png': expect.stringContaining('is damaged, so its picture and its metadata cannot be told apart'),
    '/script.png': expect.stringContaining('of an unknown type'),
    '/gone.png': 'the server responds with 404',
  })
  const damaged = files.missing.find(({ key }: { key: string }) => key.endsWith('/damaged.png'))
  expect(damaged.neededBy).toBe('posts.csv:7 posts “5”')
  expect(lost).toEqual([expect.objectContaining({ what: 'file that is missing from the export', count: 1 })])
  const posts = await site.list('posts')
  expect(posts.map(({ cover }) => cover !== null)).toEqual([true, true, ...posts.slice(2).map(() => false)])
})

it('addresses that differ in the query or the origin are different files, and one that only asks for a size is not', async () => {
  const elsewhere = origin.replace('127.0.0.1', 'localhost')
  const covers = ['/image?id=1', '/image?id=2', '/image?id=3', '/image.png', '/image.png?w=300'].map(
    (path) => origin + path,
  )
  const rows = [...covers, `${elsewhere}/image.png`].map((cover, index) => `${index},Cover ${index},${cover}`)
  site.write('covers.csv', ['id,title,cover', ...rows, ''].join('\n'))
  const text = ['kinds:', '  covers:', '    collection: posts', '    fields: { title: title, cover: cover }']
  const fetch = `files: { fetch: [${origin}, ${elsewhere}] }`
  site.write(
    'covers.yaml',
    ['version: 1', 'source: { format: csv }', 'time: 2026-01-01T00:00:00Z', fetch, ...text, ''].join('\n'),
  )
  const { stdout, stderr, code } = await site.run('covers.csv', '--mapping', site.path('covers.yaml'), '--json')
  expect(code, stdout + stderr).toBe(0)
  expect(JSON.parse(stdout).files).toMatchObject({ uploaded: 5, missing: [] })
  const urls = new Map((await site.list('posts')).map(({ title, cover }) => [title, (cover as { url: string })?.url]))
  const [a, b, c, whole, small, other] = rows.map((_, index) => urls.get(`Cover ${index}`))
  expect([new Set([a, b, c, whole, other]).size, small]).toEqual([5, whole])
})

it('a body without an end, and one that does not come, end by themselves', async () => {
  const path = site.path('fetched')
  const endless = createServer((request, response) => {
    if (request.url === '/silent') return
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
      response.once('drain', more)
    }
    more()
  })
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
  const limits = { size: 1_000_000, deadline: 500 }
  await expect(fetchFile(`${at}/endless`, path, () => true, limits)).rejects.toThrow('it is larger than 1000000 bytes')
  await expect(fetchFile(`${at}/silent`, path, () => true, limits)).rejects.toThrow(
    'it did not arrive within 0.5 seconds',
  )
  endless.closeAllConnections()
  endless.close()
})

it.each([
  ['127.0.0.1', true],
  ['169.254.169.254', true],
  ['10.1.2.3', true],
  ['::1', true],
  ['::ffff:192.168.0.1', true],
  ['fd00::1', true],
  ['2002:7f00:1::', true],
  ['64:ff9b:1::7f00:1', true],
  ['::127.0.0.1', true],
  ['2001:0:53aa:64c::1', true],
  ['93.184.216.34', false],
  ['2606:2800:220:1:248:1893:25c8:1946', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})
