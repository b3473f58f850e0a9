import * as z from 'zod'
import { TAKEN_TYPES } from './media-types.ts'

const GIB = 1024 ** 3

/** An S3-compatible store. */
const s3 = z.strictObject({
  /** Its address, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: z.url({ protocol: /^https?$/, error: 'Must be an http(s) address' }),
  /** Default `auto`. */
  region: z.string().min(1).default('auto'),
  /** Addressed by path. */
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'Must be the name of a bucket' }),
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
})

/** Settings of uploads and their storage. */
export const settings = z
  .strictObject({
    /** Largest file of a form, in bytes. Default 10485760 (10 MiB). */
    maxFileSize: z
      .int()
      .min(1)
      .max(5 * GIB)
      .default(10_485_760),
    /** Types of file that are taken; decided by a file's bytes. */
    allowedTypes: z
      .array(z.enum(TAKEN_TYPES))
      .min(1)
      .default(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'application/pdf']),
    /** Largest form, all files together, in bytes. Default 104857600 (100 MiB), which most plans of the platform take at most. */
    maxRequestSize: z
      .int()
      .min(1)
      .max(5 * GIB)
      .default(104_857_600),
    /** Most files in one form. Default 20. */
    maxFiles: z.int().min(1).max(100).default(20),
    /** Largest file of an upload in parts, in bytes. Default 5368709120 (5 GiB). */
    maxDirectFileSize: z
      .int()
      .min(1)
      .max(5 * GIB)
      .default(5 * GIB),
    /** Time for which an upload in parts may rest before it is given up, in hours. Default 24; at most 6 days, since R2 drops it after 7. */
    uploadLifetime: z.int().min(1).max(144).default(24),
    /** Time for which a signed address of a private file works, in seconds: at least this, at most twice. Default 3600. */
    signedUrlLifetime: z.int().min(60).max(604_800).default(3600),
    /** Tells whether a thumbnail is made of each image that comes in. Default `true`. */
    autoGenerateThumbnails: z.boolean().default(true),
    /** The box that thumbnails fit into, in pixels. Default 300 by 300. */
    thumbnailSize: z
      .strictObject({ width: z.int().min(1).max(2000), height: z.int().min(1).max(2000) })
      .default({ width: 300, height: 300 }),
    /** Widths and heights that variants of images may have, in pixels, besides the thumbnail's. */
    imageSizes: z.array(z.int().min(1).max(4000)).max(50).default([160, 320, 640, 960, 1280, 1920]),
    /** `r2`: the binding MEDIA_BUCKET; `s3`: the store in `s3`. Default `r2`. */
    storageProvider: z.enum(['r2', 's3']).default('r2'),
    /** Needed by `storageProvider: 's3'`. Give the keys as secrets. */
    s3: s3.optional(),
  })
  .refine(({ storageProvider, s3 }) => storageProvider !== 's3' || s3 !== undefined, {
    path: ['s3'],
    error: "Is needed by storageProvider 's3'",
  })

export type Settings = z.output<typeof settings>
export type S3Settings = z.output<typeof s3>
