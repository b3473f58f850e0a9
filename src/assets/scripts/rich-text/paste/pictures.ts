import type { Translate } from '../../behaviours/words.ts'

/** Prefix of the address of a pasted picture that has not been uploaded yet. */
const PASTED = 'pasted:'

/** Contents of pasted pictures, as `data:` addresses, by their addresses in the text. */
const known = new Map<string, string>()

/** Pictures found in pasted text. */
export interface TakenPictures {
  /** Addresses in the text of pictures to upload. */
  readonly addresses: readonly string[]
  /** Number of pictures that the browser cannot read. */
  readonly lost: number
}

/**
 * Replaces pictures in pasted HTML that have no web address. A picture with content gets a temporary address until it
 * is uploaded; any other picture is replaced with its name.
 * @param mayUpload whether there is a library for the pictures
 */
export function takePictures(body: HTMLElement, mayUpload: boolean, translate: Translate): TakenPictures {
  const addresses: string[] = []
  let lost = 0
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    if (isOfWeb(source)) continue
    if (mayUpload && isPicture(source)) {
      const address = `${PASTED}${crypto.randomUUID()}`
      known.set(address, source)
      addresses.push(address)
      image.setAttribute('src', address)
    } else {
      lost += 1
      image.replaceWith(placeholder(nameOf(image), translate))
    }
  }
  return { addresses: addresses, lost }
}

/** Tells whether any pasted picture has not been uploaded yet. */
export function areWaiting(): boolean {
  return known.size > 0
}

/** Deletes the content of an uploaded picture. */
export function forgetPicture(address: string): void {
  known.delete(address)
}

/** Tells whether an address is that of a picture that has not been uploaded yet. */
export function isPasted(source: unknown): source is string {
  return typeof source === 'string' && source.startsWith(PASTED)
}

/** Returns the address from which the browser shows a picture: for a pasted one, its content as a `data:` address. */
export function shownAddress(source: unknown): unknown {
  return isPasted(source) ? known.get(source) : source
}

/** Returns a pasted picture as a file; `null` if its content cannot be read. */
export function fileOf(address: string, name: string): File | null {
  const [, type = '', base64, data = ''] =
    /^data:(image\/[\w.+-]+)[^,]*?(;base64)?,(.*)$/s.exec(known.get(address) ?? '') ?? []
  try {
    const text = base64 === undefined ? decodeURIComponent(data) : atob(data.replaceAll(/\s/g, ''))
    const bytes =
      base64 === undefined ? new TextEncoder().encode(text) : Uint8Array.from(text, (char) => char.charCodeAt(0))
    return bytes.length === 0 ? null : new File([bytes], `${name}.${endingOf(type)}`, { type })
  } catch {
    return null
  }
}

/** Returns the text in place of a missing picture. */
export function placeholder(name: string, translate: Translate): string {
  return `[${translate('Picture missing: {name}', { name: name === '' ? translate('unnamed') : name })}]`
}

function isOfWeb(source: string): boolean {
  return source === '' || /^https?:/i.test(source) || !/^[a-z][a-z0-9+.-]*:/i.test(source)
}

function isPicture(source: string): boolean {
  return /^data:image\//i.test(source)
}

/** Returns a picture's alternative text, otherwise the name of its file. */
function nameOf(image: HTMLImageElement): string {
  const alt = image.getAttribute('alt')?.trim() ?? ''
  if (alt !== '') return alt
  const source = image.getAttribute('src') ?? ''
  if (/^(?:data|blob):/i.test(source)) return ''
  const last = source.split(/[/\\]/).at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function endingOf(type: string): string {
  return /^image\/(\w+)/.exec(type)?.[1]?.replace('jpeg', 'jpg') ?? 'png'
}
