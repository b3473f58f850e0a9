import { createClient } from '@lintel/client'
import { images } from '@lintel/client/image'
import type { Collections } from '../content'

/** Address of the service. */
export const CMS_URL = process.env.CMS_URL ?? 'http://localhost:8787'

/** Client without a token: reads only public content. Drafts are read with the tokens of preview links. */
export const cms = createClient<Collections>({ baseUrl: CMS_URL, cache: 5_000_000, retries: 1 })

export const { imageUrl, srcset } = images(cms)
