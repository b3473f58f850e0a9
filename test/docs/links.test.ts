import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const PAGES = ['README.md', 'CONTRIBUTING.md', 'src/README.md', ...pagesIn('docs')]

function pagesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => `${folder}/${name}`)
}

/** Markdown without its code, where brackets are no links. */
function proseOf(path: string): string {
  const text = readFileSync(path, 'utf8')
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''))
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  return [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

/** Links to files of this repository that lead nowhere. */
function brokenLinks(page: string): string[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => {
    if (/^(?:https?|mailto):/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? page : normalize(join(dirname(page), file))
    return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor))
  })
}

it.each(PAGES)('%s links to what exists', (page) => {
  expect(brokenLinks(page)).toEqual([])
})

it('decisions link to what exists', () => {
  const broken = pagesIn('decisions').flatMap((page) => brokenLinks(page).map((target) => `${page}: ${target}`))
  expect(broken).toEqual([])
})

it('the index of the documentation names every page', () => {
  const index = readFileSync('docs/README.md', 'utf8')
  const missing = readdirSync('docs').filter((name) => name !== 'README.md' && !index.includes(`(${name})`))
  expect(missing).toEqual([])
})

it('the README fits on three screens', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(100)
})

it('the page of the config names every plugin that comes with Lintel', () => {
  const section = /^## Plugins\n[\s\S]*?^## /m.exec(readFileSync('docs/config.md', 'utf8'))?.[0] ?? ''
  const named = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  )
  expect(named.sort()).toEqual(readdirSync('plugins').sort())
})
