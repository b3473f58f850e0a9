import { message } from 'lintel/kit'
import * as z from 'zod'
import { FITS, FORMATS } from './images/operations.ts'
import { TAKEN_TYPES } from './media-types.ts'

const GIB = 1024 ** 3

/** Maximum number of variants of a picture in storage: enough for all variants that anybody can request. */
export const MOST_VARIANTS = 64

/** Settings of an S3-compatible store. */
const s3 = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Must be an http(s) address' })
    .describe(message('Address of the store without the bucket, such as `https://s3.eu-central-1.amazonaws.com`.')),
  region: z.string().min(1).default('auto').describe(message('Region of the bucket.')),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'Must be the name of a bucket' })
    .describe(message('Name of the bucket, which is addressed by path.')),
  accessKeyId: z.string().min(1).describe(message("ID of the access key, as `secret('…')`.")),
  secretAccessKey: z.string().min(1).describe(message("Secret access key, as `secret('…')`.")),
})

/** A width and height in which images can be requested. */
const box = z
  .strictObject({
    width: z.int().min(1).max(4000).optional().describe(message('Width in pixels. Default: follows from the height.')),
    height: z.int().min(1).max(4000).optional().describe(message('Height in pixels. Default: follows from the width.')),
    fit: z
      .enum(FITS)
      .default('cover')
      .describe(
        message(
          'Way in which an image fills the box: `cover` crops it, `contain` pads it, `inside` fits it into the box.',
        ),
      ),
  })
  .refine(({ width, height }) => width !== undefined || height !== undefined, {
    path: ['width'],
    error: 'Must be given if there is no height',
  })

/** Settings of core-media: uploads and their storage. */
export const settings = z
  .strictObject({
    maxFileSize: z
      .int()
      .min(1)
      .max(5 * GIB)
      .default(10_485_760)
      .describe(message('Maximum size of a file in a form, in bytes.')),
    allowedTypes: z
      .array(z.enum(TAKEN_TYPES))
      .min(1)
      .default(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'application/pdf'])
      .describe(message('Accepted file types. The bytes of a file determine its type.')),
    maxRequestSize: z
      .int()
      .min(1)
      .max(5 * GIB)
      .default(104_857_600)
      .describe(
        message('Maximum size of a form with all its files, in bytes. Most Cloudflare plans accept at most 100 MiB.'),
      ),
    maxFiles: z.int().min(1).max(100).default(20).describe(message('Maximum number of files in one form.')),
    maxDirectFileSize: z
      .int()
      .min(1)
      .max(5 * GIB)
      .default(5 * GIB)
      .describe(message('Maximum size of a file that is uploaded in parts, in bytes.')),
    // R2 deletes an unfinished upload after 7 days.
    uploadLifetime: z
      .int()
      .min(1)
      .max(144)
      .default(24)
      .describe(message('Hours without a new part after which an upload in parts is abandoned.')),
    signedUrlLifetime: z
      .int()
      .min(60)
      .max(604_800)
      .default(3600)
      .describe(
        message(
          'Minimum lifetime of the signed address of a private file, in seconds. The maximum lifetime is twice as long.',
        ),
      ),
    autoGenerateThumbnails: z
      .boolean()
      .default(true)
      .describe(message('Creates a thumbnail of each uploaded image, after the response.')),
    thumbnailSize: z
      .strictObject({
        width: z.int().min(1).max(2000).describe(message('Width in pixels.')),
        height: z.int().min(1).max(2000).describe(message('Height in pixels.')),
      })
      .default({ width: 300, height: 300 })
      .describe(message('Box into which thumbnails fit.')),
    imageSizes: z
      .array(z.int().min(1).max(4000))
      .max(50)
      .default([160, 320, 640, 960, 1280, 1920])
      .describe(message('Widths, in pixels, in which anybody can request images.')),
    imageCrops: z
      .array(box)
      .max(50)
      .default([])
      .describe(
        message(
          'Additional sizes in which anybody can request images: a width and a height for a crop, or only a height.',
        ),
      ),
    imageFormats: z
      .array(z.enum(FORMATS))
      .min(1)
      .default([...FORMATS])
      .describe(
        message(
          'Formats in which images can be requested. An image whose own format is not listed gets the first one.',
        ),
      ),
    storageProvider: z
      .enum(['r2', 's3'])
      .default('r2')
      .describe(
        message('Where files are stored: `r2` in the binding `MEDIA_BUCKET`, `s3` in the store described by `s3`.'),
      ),
    s3: s3.optional().describe(message('S3-compatible store, for the storage provider `s3`.')),
  })
  .refine(({ storageProvider, s3 }) => storageProvider !== 's3' || s3 !== undefined, {
    path: ['s3'],
    error: "Is required for storageProvider 's3'",
  })
  .superRefine(({ imageSizes, imageCrops, imageFormats }, context) => {
    const shapes = new Set(imageSizes).size + imageCrops.length
    const formats = new Set(imageFormats).size
    const count = shapes * formats + 1
    if (count <= MOST_VARIANTS) return
    context.addIssue({
      code: 'custom',
      path: ['imageSizes'],
      message: `Must have fewer entries, or imageFormats must have fewer: ${shapes} sizes and crops in ${formats} formats, and the thumbnail, are ${count} variants of each picture, but at most ${MOST_VARIANTS} are kept`,
    })
  })

export type Settings = z.output<typeof settings>
export type S3Settings = z.output<typeof s3>
