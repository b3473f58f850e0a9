import type { RichText, RichTextMark, RichTextNode } from '../rich-text/document.ts'

export type { RichText, RichTextMark, RichTextNode }

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * The id of a document of `Target`: a plain string whose type knows its target. `Always` is `true` if every caller who
 * reads the id may also read the document, so that populating always yields a document.
 */
export type Reference<Target extends string = string, Always extends boolean = boolean> = string & {
  readonly '~to'?: Target
  readonly '~always'?: Always
}

/** A user that replaces a populated reference. */
export interface PopulatedUser {
  readonly id: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/** An item of the media library that replaces a populated reference; `imageUrl` and `srcset` accept it. */
export interface PopulatedMedia {
  readonly id: string
  readonly url: string
  readonly filename: string
  /** The MIME type, detected from the file's content. */
  readonly type: string
  /** Width in pixels, as displayed. */
  readonly width: number | null
  readonly height: number | null
  readonly alt: string | null
  readonly thumbnailUrl: string | null
  /** The most important point of the picture, as fractions of its width and height (0 to 1). */
  readonly focalPoint: { readonly x: number; readonly y: number } | null
}

/** A row of a plugin's table that replaces a populated reference. */
export interface PopulatedDocument {
  readonly id: string
  readonly [property: string]: unknown
}
