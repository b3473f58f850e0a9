/** Group of media types, for filters of the library. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document'

/** A type of file that the library can hold. */
export interface MediaType {
  /** Extension of the file's key. */
  readonly extension: string
  readonly kind: MediaKind
  /** True if browsers may display the file; all other types are only downloaded. */
  readonly inline: boolean
  /** Other names of the type that browsers and signatures use. */
  readonly aliases?: readonly string[]
}

/** Every type that the library supports, by MIME type. */
export const MEDIA_TYPES = {
  'image/jpeg': { extension: 'jpg', kind: 'image', inline: true, aliases: ['image/jpg', 'image/pjpeg'] },
  'image/png': { extension: 'png', kind: 'image', inline: true, aliases: ['image/apng', 'image/x-png'] },
  'image/gif': { extension: 'gif', kind: 'image', inline: true },
  'image/webp': { extension: 'webp', kind: 'image', inline: true },
  // The library makes AVIF, but does not accept it as an upload, since nothing here removes its private metadata.
  'image/avif': { extension: 'avif', kind: 'image', inline: true },
  'image/svg+xml': { extension: 'svg', kind: 'image', inline: false },
  'application/pdf': { extension: 'pdf', kind: 'document', inline: true },
  'text/plain': { extension: 'txt', kind: 'document', inline: true },
  'application/msword': { extension: 'doc', kind: 'document', inline: false },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    extension: 'docx',
    kind: 'document',
    inline: false,
  },
  'video/mp4': { extension: 'mp4', kind: 'video', inline: true, aliases: ['video/x-m4v'] },
  'video/webm': { extension: 'webm', kind: 'video', inline: true, aliases: ['audio/webm'] },
  'video/ogg': { extension: 'ogv', kind: 'video', inline: true },
  'video/x-msvideo': { extension: 'avi', kind: 'video', inline: true, aliases: ['video/vnd.avi', 'video/avi'] },
  'video/quicktime': { extension: 'mov', kind: 'video', inline: true },
  'audio/mpeg': { extension: 'mp3', kind: 'audio', inline: true, aliases: ['audio/mp3'] },
  'audio/wav': { extension: 'wav', kind: 'audio', inline: true, aliases: ['audio/x-wav', 'audio/wave'] },
  'audio/ogg': { extension: 'ogg', kind: 'audio', inline: true, aliases: ['application/ogg'] },
  'audio/mp4': { extension: 'm4a', kind: 'audio', inline: true, aliases: ['audio/x-m4a', 'audio/m4a'] },
} as const satisfies Record<string, MediaType>

export type MediaTypeName = keyof typeof MEDIA_TYPES

export const MEDIA_TYPE_NAMES = Object.keys(MEDIA_TYPES) as [MediaTypeName, ...MediaTypeName[]] // the keys above

/** Types that can be uploaded. */
export const TAKEN_TYPES: readonly MediaTypeName[] = MEDIA_TYPE_NAMES.filter((name) => name !== 'image/avif')

/** Returns the type with a name or alias, ignoring parameters; `undefined` for any other. */
export function mediaTypeNamed(name: string): MediaTypeName | undefined {
  const bare = name.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return NAMES.get(bare)
}

/** Returns the description of a stored file's type. Files of types that are no longer supported are only downloaded. */
export function describeType(name: string): MediaType {
  const known = mediaTypeNamed(name)
  return known ? MEDIA_TYPES[known] : { extension: 'bin', kind: 'document', inline: false }
}

const NAMES: ReadonlyMap<string, MediaTypeName> = new Map(
  MEDIA_TYPE_NAMES.flatMap((name) => {
    const { aliases = [] }: MediaType = MEDIA_TYPES[name]
    return [name, ...aliases].map((alias) => [alias, name] as const)
  }),
)
