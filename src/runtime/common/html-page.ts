import * as z from 'zod'

/** In `responses` of a route: a page, whoever asks. */
export const htmlPage = z.string().meta({ contentMediaType: 'text/html' })
