import { basename } from 'node:path'
import { Failure } from 'lintel/importing'
import { createLeftOut } from '../left-out.ts'
import type { Source, SourceReader } from '../source.ts'
import { createProblemCollector } from '../source-problems.ts'
import { hasEnding, isFolder } from '../text/files.ts'
import { assetOf } from './asset.ts'
import { readItem } from './item.ts'
import { itemKind, termKind } from './kinds.ts'
import { readMarkup, readWxr } from './read-wxr.ts'
import { survey } from './survey.ts'
import { authorRecord, termRecord, typeOf } from './terms.ts'

/** Namespace of WordPress's own elements, without the version. */
const NAMESPACE = 'wordpress.org/export/'

/** Reads exports of WordPress: WXR, as written by Tools → Export. */
export const wordpressReader: SourceReader = {
  format: 'wordpress',
  reads: 'an .xml file from Tools → Export in WordPress',
  options: [],
  accepts: async (path) =>
    !isFolder(path) && hasEnding(path, ['.xml', '.wxr']) && (await readMarkup(path)).includes(NAMESPACE),
  open,
}

async function open(path: string): Promise<Source> {
  if (isFolder(path)) throw new Failure(`${path} is a folder; the .xml file of a WordPress export was expected.`)
  if (!(await readMarkup(path)).includes(NAMESPACE)) {
    const hint = 'In WordPress, open Tools → Export and choose All content.'
    throw new Failure(`${path} is not a WordPress export.`, { hint })
  }
  const file = basename(path)
  const found = await survey(path)
  const leftOut = createLeftOut()
  return {
    format: 'wordpress',
    kinds: [
      ...found.taxonomies().map((taxonomy) => termKind(taxonomy)),
      ...found.types().map((type) => itemKind(type, found)),
    ],
    records: async function* () {
      leftOut.clear()
      for (const { record } of found.undeclared()) yield record
      for await (const element of readWxr(path)) {
        const record =
          element.name === 'item'
            ? readItem(element, { file, found, leftOut })
            : element.name === 'wp:author'
              ? authorRecord(element, file)
              : termRecord(element, file)
        if (record !== null) yield record
      }
    },
    assets: async function* () {
      for await (const element of readWxr(path)) {
        if (element.name === 'item' && typeOf(element) === 'attachment') yield assetOf(element)
      }
    },
    get leftOut() {
      return leftOut.sentences()
    },
    problems: createProblemCollector(), // a damaged file is refused as a whole
    dispose: async () => {},
  }
}
