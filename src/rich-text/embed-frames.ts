/** A site whose pages can be shown within a text. */
export interface EmbedProvider {
  /** Stored with each embed: lower-case letters, digits and `-`. */
  readonly name: string
  /** Name in the editor, and of frames without a title. Default: the name. */
  readonly label?: string
  /**
   * Addresses of its pages, `{id}` in the place of what tells one from another (`{number}`: of digits alone):
   * `https://video.example.com/watch/{id}`. Links lead to the first.
   */
  readonly match: string | readonly string[]
  /** Address of the frame that shows one: `https://video.example.com/embed/{id}`. */
  readonly frame: string
}

/** Label and frame of each provider that needs no more than its name. */
export const KNOWN_FRAMES = {
  youtube: ['YouTube', 'https://www.youtube-nocookie.com/embed/{id}'],
  vimeo: ['Vimeo', 'https://player.vimeo.com/video/{id}?dnt=1'],
  dailymotion: ['Dailymotion', 'https://geo.dailymotion.com/player.html?video={id}'],
  loom: ['Loom', 'https://www.loom.com/embed/{id}'],
} as const satisfies { readonly [name: string]: readonly [label: string, frame: string] }

export type KnownProvider = keyof typeof KNOWN_FRAMES

/** Providers by their name, or as they are. */
export type Embeds = readonly (KnownProvider | EmbedProvider)[]

/** Tells whether it is what a provider tells its pages from each other by. */
export function isEmbedId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id)
}

/** Most that a frame of another site needs to play something: it leads this page nowhere, and sends no form. */
const ALLOWED = 'allow-scripts allow-same-origin allow-presentation allow-popups'

/** Attributes of the frame that shows an embed; `null` where its provider is not known. */
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
    // Some players want to know which site they are on; not which page.
    referrerpolicy: 'strict-origin-when-cross-origin',
  }
}

function frameOf(provider: string, embeds: Embeds): readonly [label?: string, frame?: string] {
  for (const one of embeds) {
    if (typeof one === 'object' && one.name === provider) return [one.label ?? one.name, one.frame]
  }
  return Object.hasOwn(KNOWN_FRAMES, provider) ? KNOWN_FRAMES[provider as KnownProvider] : []
}
