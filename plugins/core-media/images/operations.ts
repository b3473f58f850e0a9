import { message } from 'lintel/kit'
import * as z from 'zod'

export const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const
export const FITS = ['cover', 'contain', 'inside'] as const

export type Format = (typeof FORMATS)[number]
export type Fit = (typeof FITS)[number]

const edge = z.int().min(1).max(4000)

/** One step of work on an image. All lengths are in pixels of the image as displayed. */
export const operationSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('resize'),
      width: edge.optional(),
      height: edge.optional(),
      fit: z.enum(FITS).default('cover'),
    })
    .refine(({ width, height }) => width !== undefined || height !== undefined, {
      path: ['width'],
      error: message('A width, a height or both are required.'),
    }),
  z.strictObject({
    type: z.literal('crop'),
    x: z.int().min(0),
    y: z.int().min(0),
    width: z.int().min(1),
    height: z.int().min(1),
  }),
  z.strictObject({ type: z.literal('rotate'), degrees: z.literal([90, 180, 270]) }),
  z.strictObject({ type: z.literal('compress'), quality: z.int().min(1).max(100) }),
  z.strictObject({ type: z.literal('convert'), format: z.enum(FORMATS) }),
])

/** Operations on an image, 1 to 20, in the order in which they run. */
export const operationsSchema = z.array(operationSchema).min(1).max(20)

export type Operation = z.output<typeof operationSchema>
/** An operation in which properties with a default may be missing. */
export type OperationInput = z.input<typeof operationSchema>
