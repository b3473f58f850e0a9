import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { isJsonObject, type Json } from 'lintel/importing'
import { isSafeAddress } from 'lintel/rich-text'
import { isPlaceholder, type RecordStore } from './record-store.ts'

/**
 * Rewrites lines: placeholders become uploaded files, lines that are left out become empty, and references to them are
 * removed. Lines keep their numbers.
 * @returns the path of the new file
 */
export async function settleLines(path: string, store: RecordStore, name: string): Promise<string> {
  const target = join(store.folder, name)
  const output = createWriteStream(target)
  const ended = finished(output)
  const hasLeftOut = store.leftOutCount() > 0
  const input = createReadStream(path, { encoding: 'utf8' })
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!output.write(`${settledLine(text, store, hasLeftOut)}\n`)) await once(output, 'drain')
  }
  output.end()
  await ended
  return target
}

interface Line {
  readonly collection: string
  readonly document: { readonly id: string; readonly [field: string]: Json }
}

function settledLine(text: string, store: RecordStore, hasLeftOut: boolean): string {
  if (text === '') return ''
  const { collection, document } = JSON.parse(text) as Line // written by the second pass
  const { id, ...fields } = document
  if (hasLeftOut && store.isLeftOut(id)) return ''
  return JSON.stringify({ collection, document: { id, ...(settled(fields, store, hasLeftOut) as object) } })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns a value with its placeholders and references replaced; `undefined` if the value is removed. */
function settled(value: Json, store: RecordStore, hasLeftOut: boolean): Json | undefined {
  if (typeof value === 'string') {
    if (isPlaceholder(value)) {
      const item = store.itemOf(value)
      if (item !== undefined) return item?.id
    }
    if (value.startsWith('/') && isPlaceholder(value.slice(1))) return linked(value, store)
    return hasLeftOut && UUID.test(value) && store.isLeftOut(value) ? undefined : value
  }
  if (Array.isArray(value)) return value.flatMap((item) => settled(item, store, hasLeftOut) ?? [])
  if (!isJsonObject(value)) return value
  if (value.type === 'image' && isJsonObject(value.attrs)) return picture(value, value.attrs, store)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const found = settled(inner, store, hasLeftOut)
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

/** Returns the address of a file that text links to. */
function linked(value: string, store: RecordStore): string {
  const item = store.itemOf(value.slice(1))
  if (item === undefined) return value
  return item?.url ?? store.addressOf(value.slice(1)) ?? '#'
}

/** Rewrites a picture. If its file was not imported, the picture keeps its original address, if possible. */
function picture(
  node: { readonly [name: string]: Json },
  attrs: { readonly [name: string]: Json },
  store: RecordStore,
): Json | undefined {
  const { mediaId, ...others } = attrs
  const item = typeof mediaId === 'string' && isPlaceholder(mediaId) ? store.itemOf(mediaId) : undefined
  if (item === undefined) return node
  if (item !== null) return { ...node, attrs: { ...attrs, src: item.url, mediaId: item.id } }
  const address = store.addressOf(String(mediaId))
  return address !== null && isSafeAddress(address) ? { ...node, attrs: { ...others, src: address } } : undefined
}
