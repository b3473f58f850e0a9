import { resolve } from 'node:path'
import { Failure } from 'lintel/importing'
import { learnKinds } from '../learn-values.ts'
import { createLeftOut } from '../left-out.ts'
import type { Source, SourceKind, SourceReader, SourceValue } from '../source.ts'
import { createProblemCollector } from '../source-problems.ts'
import { isFolder } from '../text/files.ts'
import { learnFiles } from './learn-files.ts'
import { createLocalFiles } from './local-file.ts'
import { type Page, readPage } from './page.ts'
import { isMarkdown, rootOf, walk } from './walk.ts'

/** Reads folders of Markdown files with front matter, as static sites have them. */
export const markdownReader: SourceReader = {
  format: 'markdown',
  reads: 'an .md or .mdx file, or a folder of them',
  options: [],
  accepts: async (path) => (isFolder(path) ? hasPages(path) : isMarkdown(path)),
  open,
}

/** Tells whether a folder contains pages: a file about the folder itself does not count. */
function hasPages(folder: string): boolean {
  for (const { place } of walk(folder, createLeftOut())) {
    if (!/^(?:readme|changelog|license|contributing)\./i.test(place)) return true
  }
  return false
}

async function open(argument: string): Promise<Source> {
  const path = resolve(argument)
  const root = rootOf(path)
  const files = createLocalFiles(root)
  const now = Date.now()
  const leftOut = createLeftOut()
  const problems = createProblemCollector()
  async function* pages(
    skipped = createLeftOut(),
    unread = createProblemCollector(),
  ): AsyncGenerator<{ page: Page; file: string }> {
    for (const file of walk(path, skipped)) {
      const page = await readPage(file, { root, files, now }).catch((error) => unread.add(error, file.place))
      if (page !== undefined) yield { page, file: file.place }
    }
  }

  const learned = learnKinds()
  const fileNames = learnFiles()
  for await (const { page } of pages(createLeftOut(), problems)) {
    learned.learn(page.kind, page.values)
    fileNames.learn(page)
  }
  if (learned.names().length === 0) problems.throwFirst()
  if (learned.names().length === 0) throw new Failure(`${argument} contains no .md file.`)
  return {
    format: 'markdown',
    kinds: learned.names().map((name) => kindOf(name, { ...learned.valuesOf(name), ...fileNames.valuesOf(name) })),
    records: async function* () {
      leftOut.clear()
      problems.clear()
      for await (const { page, file } of pages(leftOut, problems)) {
        if (page.expires)
          leftOut.add('expiry date of a page, which is not imported', 'expiry dates of pages, which are not imported')
        if (page.hasComponents) leftOut.add('file with components, kept as text', 'files with components, kept as text')
        yield { kind: page.kind, key: page.key, values: fileNames.withKeys(page), place: { file, line: 1 } }
      }
    },
    assets: async function* () {
      const seen = new Set<string>()
      for await (const { page } of pages()) {
        for (const asset of [...fileNames.assetsOf(page), ...page.inText]) {
          if (seen.has(asset.key)) continue
          seen.add(asset.key)
          yield asset
        }
      }
    },
    get leftOut() {
      return leftOut.sentences()
    },
    problems,
    dispose: async () => {},
  }
}

/**
 * Names of publication, creation and change times in static site generators, in lower case. The first name that a page
 * has is used.
 */
const TIMES = {
  publishedAt: ['publishdate', 'pubdate', 'publishedat', 'published_at', 'publish_date', 'publicationdate', 'date'],
  createdAt: ['date', 'created', 'createdat', 'created_at', 'publishdate', 'pubdate', 'publishedat'],
  updatedAt: ['lastmod', 'updated', 'updateddate', 'modified', 'last_modified_at', 'updatedat', 'updated_at'],
} as const

function kindOf(name: string, learned: { readonly [name: string]: SourceValue }): SourceKind {
  const { body: _body, ...values } = learned
  const times = Object.entries(TIMES).flatMap(([time, names]) => {
    // Pages of one kind may use different names, and generators ignore the case.
    const found = names.flatMap((name) => Object.keys(learned).filter((value) => value.toLowerCase() === name))
    return found.length === 0 ? [] : [[time, found.length === 1 ? found[0] : found]]
  })
  return {
    name,
    values: { ...values, slug: { is: 'slug' }, status: { is: 'status' }, body: { is: 'markdown' } },
    system: { ...Object.fromEntries(times), status: 'status' },
  }
}
