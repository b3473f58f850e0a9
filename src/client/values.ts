import type { RichText, RichTextMark, RichTextNode } from '../rich-text/document.ts'

export type { RichText, RichTextMark, RichTextNode }

/** Anything JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * The id of a document of `Target`: a plain string, of which the types know where it leads. `Always` is `true` where
 * whoever reads the id may read the document as well, so that populated it is always one.
 */
export type Reference<Target extends string = string, Always extends boolean = boolean> = string & {
  readonly '~to'?: Target
  readonly '~always'?: Always
}

/** A user in place of a reference. */
export interface PopulatedUser {
  readonly id: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/** An item of the media library in place of a reference: `imageUrl` and `srcset` take it. */
export interface PopulatedMedia {
  readonly id: string
  readonly url: string
  readonly filename: string
  /** The MIME type, as the bytes say. */
  readonly type: string
  /** In pixels, as displayed. */
  readonly width: number | null
  readonly height: number | null
  readonly alt: string | null
  readonly thumbnailUrl: string | null
  /** The most important point of the picture: parts of its width and height, from 0 to 1. */
  readonly focalPoint: { readonly x: number; readonly y: number } | null
}

/** A row of a plugin's table in place of a reference. */
export interface PopulatedDocument {
  readonly id: string
  readonly [property: string]: unknown
}
