/** A site whose pages can be embedded in rich text. */
export interface EmbedProvider {
  /** Name that is stored with each embed: lower-case letters, digits and `-`. */
  readonly name: string
  /** Name in the editor, and title of frames that have none. Default: `name`. */
  readonly label?: string
  /**
   * Addresses of pages, with `{id}` in place of the page's id (`{number}` if it has only digits):
   * `https://video.example.com/watch/{id}`. Links use the first address.
   */
  readonly match: string | readonly string[]
  /** Address of the frame that shows a page: `https://video.example.com/embed/{id}`. */
  readonly frame: string
}

/** Label and frame address of each built-in provider. */
export const KNOWN_FRAMES = {
  youtube: ['YouTube', 'https://www.youtube-nocookie.com/embed/{id}'],
  vimeo: ['Vimeo', 'https://player.vimeo.com/video/{id}?dnt=1'],
  dailymotion: ['Dailymotion', 'https://geo.dailymotion.com/player.html?video={id}'],
  loom: ['Loom', 'https://www.loom.com/embed/{id}'],
} as const satisfies { readonly [name: string]: readonly [label: string, frame: string] }

export type KnownProvider = keyof typeof KNOWN_FRAMES

/** Providers: names of built-in providers, and custom providers. */
export type Embeds = readonly (KnownProvider | EmbedProvider)[]

/** Tells whether a value has the form of a page's id. */
export function isEmbedId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id)
}

/**
 * Sandbox permissions of a frame: those that players need. The frame can neither navigate this page nor submit forms.
 */
const ALLOWED = 'allow-scripts allow-same-origin allow-presentation allow-popups'

/** Returns the attributes of the frame that shows an embed; `null` if the provider is unknown or the id is invalid. */
export function frameOfEmbed(
  { provider, id, title }: { readonly provider?: unknown; readonly id?: unknown; readonly title?: unknown },
  embeds: Embeds = [],
): { readonly [attribute: string]: string | number } | null {
  const [label, frame] = frameOf(String(provider), embeds)
  if (frame === undefined || !isEmbedId(id)) return null
  return {
    src: frame.replace(/\{\w+\}/, id),
    title: String(title || label),
    width: 640,
    height: 360,
    loading: 'lazy',
    sandbox: ALLOWED,
    allow: 'fullscreen; picture-in-picture',
    // Some players need to know the embedding site, but not the page.
    referrerpolicy: 'strict-origin-when-cross-origin',
  }
}

function frameOf(provider: string, embeds: Embeds): readonly [label?: string, frame?: string] {
  for (const entry of embeds) {
    if (typeof entry === 'object' && entry.name === provider) return [entry.label ?? entry.name, entry.frame]
  }
  return Object.hasOwn(KNOWN_FRAMES, provider) ? KNOWN_FRAMES[provider as KnownProvider] : []
}
