import { message, t } from 'lintel/kit'

/** All reasons, as they are stored: in English. Pages show them in the reader's language. */
const REASONS = [
  message('An image of {width} by {height} pixels is too large: at most {max} pixels are possible.'),
  message('AVIF images have at most {max} pixels here: resize the image first.'),
  message(
    'This service cannot create AVIF images: use the plugin media-avif, bind Cloudflare Images as IMAGES, or install sharp on your server.',
  ),
  message('The job was interrupted {count} times.'),
  message('No image can be made from {type}.'),
  message('PNG keeps every pixel, whatever the quality: convert it to jpeg, webp or avif.'),
  message('Only images of at most {max} pixels can be processed at full size: resize the image first.'),
  message('The file is no longer in storage.'),
  message('The image cannot be decoded: it is damaged, or of an unsupported kind.'),
  message('The image could not be processed.'),
  message('The image does not say how large it is.'),
  message('The image has {size} bytes; at most {max} are decoded.'),
  message('The image has {width} by {height} pixels; for {type}, at most {max} are decoded.'),
  message('The image is too large to be resized to {width} by {height} pixels.'),
  message('The item has been deleted.'),
  message('The part to keep lies outside the image, which has {width} by {height} pixels.'),
  message('Decoding {width} by {height} pixels takes {size} MB of memory; at most {room} MB are available.'),
] as const

type Filled<Text extends string> = Text extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string | number}${Filled<After>}`
  : Text

/** A text of `REASONS` with its placeholders filled. */
export type Reason = Filled<(typeof REASONS)[number]>

/** Reason why no image can be made from another, in words for the person who uploaded it. */
export class ImageError extends Error {
  declare readonly message: Reason

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reason, options)
  }
}

/** Returns a stored reason in the reader's language. */
export function describeReason(kept: string): string {
  for (const text of REASONS) {
    const values = patternOf(text).exec(kept)
    if (values) return t(text, values.groups ?? {})
  }
  return kept
}

function patternOf(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`)
}
