import type { Translate } from '../../behaviours/words.ts'

/** Stands in the address of a picture that came with a pasted text and is not in the library yet. */
const PASTED = 'pasted:'

/** Bytes of pictures from the clipboard, as `data:` addresses, by the address that the text has for each. */
const known = new Map<string, string>()

/** Pictures of a pasted text. */
export interface TakenPictures {
  /** Addresses in the text of those that are to be uploaded. */
  readonly own: readonly string[]
  /** Number of those that the browser cannot read. */
  readonly lost: number
}

/**
 * Takes the pictures out of pasted HTML that have no address of the web: those that it brings along get an address for the time
 * until they are uploaded, and of the others their name stays in the text.
 * @param mayUpload whether there is a library to put them in
 */
export function takePictures(body: HTMLElement, mayUpload: boolean, translate: Translate): TakenPictures {
  const own: string[] = []
  let lost = 0
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    if (isOfWeb(source)) continue
    if (mayUpload && isPicture(source)) {
      const address = `${PASTED}${crypto.randomUUID()}`
      known.set(address, source)
      own.push(address)
      image.setAttribute('src', address)
    } else {
      lost += 1
      image.replaceWith(placeholder(nameOf(image), translate))
    }
  }
  return { own, lost }
}

/** Tells whether any picture has been taken out of a pasted text since the page was opened, and is not in the library. */
export function areWaiting(): boolean {
  return known.size > 0
}

/** Forgets the bytes of a picture that is in the library. */
export function forgetPicture(address: string): void {
  known.delete(address)
}

/** Tells whether a picture waits for its upload. */
export function isPasted(source: unknown): source is string {
  return typeof source === 'string' && source.startsWith(PASTED)
}

/** Address at which the browser has a picture. */
export function shownAddress(source: unknown): unknown {
  return isPasted(source) ? known.get(source) : source
}

/** The bytes of a picture as a file; `null` where they cannot be read. */
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

/** Text in place of a picture that is not there. */
export function placeholder(name: string, translate: Translate): string {
  return `[${translate('Picture missing: {name}', { name: name === '' ? translate('without a name') : name })}]`
}

function isOfWeb(source: string): boolean {
  return source === '' || /^https?:/i.test(source) || !/^[a-z][a-z0-9+.-]*:/i.test(source)
}

function isPicture(source: string): boolean {
  return /^data:image\//i.test(source)
}

/** Words of a picture about itself, otherwise the name of its file. */
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
