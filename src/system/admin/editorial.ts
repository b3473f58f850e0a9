/** Access rule of pages for reading and writing content: editors and translators. */
export const EDITORIAL = ['editor', { translators: true }] as const
