import { createClient } from '@lintel/client'
import { images } from '@lintel/client/image'
import type { Collections } from '../content'

/** The address of the service. */
export const CMS_URL = process.env.CMS_URL ?? 'http://localhost:8787'

/** Reads as anybody may: this site holds no token, and shows drafts only by the links of the admin. */
export const cms = createClient<Collections>({ baseUrl: CMS_URL, cache: 5_000_000, retries: 1 })

export const { imageUrl, srcset } = images(cms)
