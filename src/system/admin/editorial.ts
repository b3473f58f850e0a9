/** Rule for pages on which content is read and written: editors, and whoever translates it. */
export const EDITORIAL = ['editor', { translators: true }] as const
