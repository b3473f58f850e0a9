import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cms } from '../cms.ts'
import { Service } from './service.ts'

let service: Service

/** Continues the branch: a comment moves the lines that 0004 names, and another commit adds 0005. */
beforeAll(async () => {
  service = await Service.create()
  service.edit('collections/posts.ts', (text) => `// What people read.\n// And what they do not.\n${text}`)
  service.commit('comment')
  service.edit('collections/posts.ts', (text) => text.replace('rating:', 'stars: field.number(), rating:'))
  await service.build()
  service.commit('stars')
})

afterAll(() => service.remove())

describe('cms check takes', () => {
  it('a branch whose later commits move the lines that its migrations name', async () => {
    const { code, stdout } = await service.cms('check', '--json')
    const { migrations } = JSON.parse(stdout)
    expect({ code, migrations }).toMatchObject({
      code: 0,
      migrations: [
        { name: '0004_add_posts_rating.sql', kind: 'recomputed', commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
        { name: '0005_add_posts_stars.sql', kind: 'recomputed', commit: null },
      ],
    })
  })

  it('a branch merged as one commit, of which it says what cannot be planned again', async () => {
    const copy = service.copy()
    copy.git('checkout', 'main')
    copy.git('merge', '--squash', 'feature')
    copy.commit('feature')
    const { code, stdout } = await copy.cms('check', '--json')
    const { base, migrations } = JSON.parse(stdout)
    copy.remove()
    expect({ code, ref: base.ref }).toEqual({ code: 0, ref: 'HEAD^1' })
    expect(migrations).toMatchObject([
      { origin: 'not-recomputed', reason: expect.stringContaining('cms build') },
      { kind: 'recomputed' },
    ])
  })

  it('a renamed collection merged as one commit, shown as its operation and not as its SQL', async () => {
    const copy = service.copy()
    copy.git('checkout', '-q', 'main')
    copy.git('checkout', '-q', '-b', 'rename')
    copy.edit('collections/posts.ts', (text) => text.replace("name: 'posts'", "name: 'articles', renamedFrom: 'posts'"))
    await copy.build()
    copy.commit('rename')
    copy.edit('collections/posts.ts', (text) => text.replace('fields: {', 'fields: { note: field.text(),'))
    await copy.build()
    copy.commit('note')
    copy.git('checkout', '-q', 'main')
    copy.git('merge', '-q', '--squash', 'rename')
    copy.commit('both')
    const { stdout } = await copy.cms('diff', '--json')
    const { database, origins } = JSON.parse(stdout)
    copy.remove()
    expect(origins).toMatchObject([
      { kind: 'not-recomputed', reason: expect.stringContaining('cms build') },
      { kind: 'recomputed' },
    ])
    const told = database.map((step: { kind: string; class: string }) => [step.kind, step.class])
    expect(told).toContainEqual(['rename-collection', 'breaking'])
    expect(told.filter(([, grade]: [string, string]) => grade === 'destructive' || grade === 'opens')).toEqual([])
  })

  it('no clone of the last commit alone, and says how to fetch the rest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-shallow-'))
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${service.root}`, folder], { stdio: 'ignore' })
    const { code, stderr } = await cms(['check'], { cwd: folder })
    const known = await cms(['check', '--base', 'main'], { cwd: folder })
    rmSync(folder, { recursive: true })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('git fetch --unshallow origin') })
    expect(known).toMatchObject({ code: 1, stderr: expect.stringContaining('fetch-depth: 0') })
  })
})
