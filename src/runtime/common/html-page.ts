import * as z from 'zod'

/** Schema of a page, for `responses` of a route that returns a page to every caller. */
export const htmlPage = z.string().meta({ contentMediaType: 'text/html' })
