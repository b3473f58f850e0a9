import { type EmbedProvider, type Embeds, isEmbedId, KNOWN_FRAMES, type KnownProvider } from './embed-frames.ts'

/** Addresses of pages, by built-in provider. */
const PAGES: { readonly [Name in KnownProvider]: readonly string[] } = {
  youtube: [
    'https://www.youtube.com/watch?v={id}',
    'https://youtu.be/{id}',
    'https://www.youtube.com/shorts/{id}',
    'https://www.youtube.com/live/{id}',
    'https://www.youtube.com/embed/{id}',
  ],
  vimeo: ['https://vimeo.com/{number}', 'https://player.vimeo.com/video/{number}'],
  dailymotion: ['https://www.dailymotion.com/video/{id}', 'https://dai.ly/{id}'],
  loom: ['https://www.loom.com/share/{id}'],
}

/** Returns the names of the built-in providers. */
export function knownProviders(): KnownProvider[] {
  return Object.keys(PAGES) as KnownProvider[] // it has exactly these keys
}

function knownProvider(name: KnownProvider): EmbedProvider {
  const [label, frame] = KNOWN_FRAMES[name]
  return { name, label, match: PAGES[name], frame }
}

/** An embedded page of another site. */
export interface Embed {
  readonly provider: string
  readonly id: string
}

const PLACE = /%7B(id|number)%7D/

/** Returns the providers of an option `embeds`, in which a name stands for a built-in provider. */
export function providersOf(embeds: Embeds): EmbedProvider[] {
  return embeds.map((entry) => (typeof entry === 'string' ? knownProvider(entry) : entry))
}

/**
 * Returns the provider's page at an address, which may also be the address of its frame; `null` if no provider matches.
 */
export function embedAt(address: string, embeds: Embeds): Embed | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  for (const { name, match, frame } of providersOf(embeds)) {
    for (const template of [match, frame].flat()) {
      const id = idIn(url, template)
      if (id !== null) return { provider: name, id }
    }
  }
  return null
}

function idIn(url: URL, template: string): string | null {
  const pattern = new URL(template.replace(/\{(\w+)\}/, '%7B$1%7D'))
  if (hostOf(url) !== hostOf(pattern)) return null
  const [path, parts] = [partsOf(url), partsOf(pattern)]
  if (path.length !== parts.length) return null
  const pairs = parts.map((part, index) => [part, path[index] ?? ''] as const)
  for (const [name, value] of pattern.searchParams) {
    pairs.push([encodeURIComponent(value), url.searchParams.get(name) ?? ''])
  }
  let id: string | null = null
  for (const [part, value] of pairs) {
    const place = PLACE.exec(part)?.[1]
    if (place === undefined ? false : place === 'id' ? isEmbedId(value) : /^\d{1,20}$/.test(value)) id = value
    else if (decodeURIComponent(part) !== value) return null
  }
  return id
}

function hostOf({ host }: URL): string {
  return host.replace(/^(?:www|m)\./, '')
}

function partsOf({ pathname }: URL): string[] {
  return pathname.split('/').filter((part) => part !== '')
}

/** Finds the provider of an embed among custom and built-in providers; `undefined` if the provider is unknown. */
export function providerOf(
  { provider }: { readonly provider?: unknown },
  embeds: Embeds = [],
): EmbedProvider | undefined {
  return providersOf([...embeds, ...knownProviders()]).find(({ name }) => name === provider)
}

/** Returns the name of a provider for people. */
export function labelOfProvider({ name, label = name }: EmbedProvider): string {
  return label
}

/** Returns the address of the page that an embed shows. */
export function pageOfEmbed({ match }: EmbedProvider, id: string): string {
  return filled([match].flat()[0] ?? '', id)
}

function filled(template: string, id: string): string {
  return template.replace(/\{\w+\}/, id)
}
