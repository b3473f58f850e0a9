import { basename } from 'node:path'
import sax from 'sax'
import { LONGEST_RECORD, readBeginning, readText } from '../text/read-text.ts'
import { sourceFailure } from '../text/source-failure.ts'
import type { WxrElement } from './element.ts'

/** Children of the channel that are read; each is returned as soon as it is complete. */
const READ = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term'])
const CHANNEL = ['rss', 'channel']

/** Maximum depth of elements: far more than WordPress writes. */
const DEEPEST = 12
const MOST_ATTRIBUTES = 50

/** Pattern of control characters that WordPress writes, and that XML, HTML and databases do not allow. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu

/**
 * Reads the authors, terms and items of a WordPress export, one after the other.
 * @throws Failure with the line if the file is not XML, or ends too early
 */
export async function* readWxr(path: string): AsyncGenerator<WxrElement> {
  const name = basename(path)
  const parser = createParser(name)
  const encoding = await declaredEncoding(path)
  for await (const text of readText(path, { name, encoding })) {
    for (let from = 0; from < text.length; from += PIECE) yield* parser.take(text.slice(from, from + PIECE))
  }
  yield* parser.end()
}

/** Number of characters that are passed to the parser at once, since it checks its buffer after each piece. */
const PIECE = 64 * 1024

/** Returns the beginning of a file in any encoding: names of tags and encodings are ASCII. */
export function readMarkup(path: string): Promise<string> {
  return readBeginning(path, 'windows-1252')
}

async function declaredEncoding(path: string): Promise<string> {
  const [, encoding = 'utf-8'] = /^\s*<\?xml[^>]{0,100}encoding=["']([\w-]+)["']/.exec(await readMarkup(path)) ?? []
  return encoding
}

function createParser(file: string) {
  // The document type is ignored: the parser only knows the entities of XML and HTML.
  const parser = sax.parser(true, { position: true })
  const open: string[] = []
  const elements: WxrElement[] = []
  let size = 0
  let complete: WxrElement[] = []
  const fail = (message: string) => sourceFailure(file, parser.line + 1, message)

  parser.onattribute = () => {
    if (Object.keys(parser.tag.attributes).length > MOST_ATTRIBUTES)
      throw fail('A tag has more attributes than any tag that WordPress writes.')
  }
  parser.onopentag = ({ name, attributes }) => {
    if (open.length === DEEPEST) throw fail('Elements are nested deeper than in any WordPress export.')
    const isRead = elements.length > 0 || (open.join() === CHANNEL.join() && READ.has(name))
    open.push(name)
    if (!isRead) return
    // Attributes are plain text, since the parser does not handle namespaces.
    const element = {
      name,
      attributes: attributes as WxrElement['attributes'],
      children: [],
      text: '',
      line: parser.line + 1,
    }
    elements.at(-1)?.children.push(element)
    elements.push(element)
    grow(100)
  }
  parser.onclosetag = () => {
    open.pop()
    const element = elements.pop()
    if (element === undefined || elements.length > 0) return
    complete.push(element)
    size = 0
  }
  const addText = (text: string) => {
    const element = elements.at(-1)
    if (element === undefined) return
    grow(text.length)
    element.text += text.replace(CONTROL, '')
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onerror = (error) => {
    if (error.message.startsWith('Max buffer')) throw fail('A tag is longer than any tag that WordPress writes.')
    throw fail(`Not valid XML: ${(error.message.split('\n')[0] ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, 200)}.`)
  }

  function grow(characters: number) {
    size += characters
    if (size > LONGEST_RECORD) throw sourceFailure(file, elements[0]?.line ?? null, 'The entry is longer than 16 MB.')
  }

  return {
    *take(text: string): Generator<WxrElement> {
      parser.write(text)
      yield* complete
      complete = []
    },
    *end(): Generator<WxrElement> {
      if (open.length > 0) throw fail('The file ends within an element: the export is not complete.')
      yield* complete
    },
  }
}
