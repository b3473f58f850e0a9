import * as z from 'zod'
import { type Progress, partCount } from './uploads.ts'

/** Progress of an upload in parts. */
export const progress = z
  .strictObject({
    id: z.string(),
    size: z.int().meta({ description: 'Size of the whole file, in bytes.' }),
    partSize: z.int().meta({ description: 'Size of every part but the last, in bytes.' }),
    parts: z.int().meta({ description: 'Number of parts; they are numbered from 1.' }),
    received: z.array(z.int()).meta({ description: 'Numbers of the parts that have arrived.' }),
    expiresAt: z.iso
      .datetime({ precision: 3 })
      .meta({ description: 'Time at which the upload is abandoned, unless another part arrives.' }),
  })
  .meta({ id: 'MediaUpload', description: 'An upload in parts.' })

export function progressObject({ upload, parts }: Progress): z.output<typeof progress> {
  return {
    id: upload.id,
    size: upload.size,
    partSize: upload.partSize,
    parts: partCount(upload),
    received: parts.map(({ number }) => number),
    expiresAt: new Date(upload.expiresAt).toISOString(),
  }
}
