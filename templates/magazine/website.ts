/** Address of the website in `web/`. The admin's Preview button opens it with a token for the draft. */
export const WEBSITE = 'http://localhost:4321'

/** Address that opens a draft on the website (`web/src/pages/preview/index.ts`). */
export const PREVIEW = `${WEBSITE}/preview?of={collection}&id={id}&token={token}&locale={locale}`
