/** The address of the website in `web/`. The button Preview in the admin leads there, with the token of a draft. */
export const WEBSITE = 'http://localhost:4321'

/** Opens a draft on the website: `web/src/pages/preview/index.ts`. */
export const PREVIEW = `${WEBSITE}/preview?of={collection}&id={id}&token={token}&locale={locale}`
